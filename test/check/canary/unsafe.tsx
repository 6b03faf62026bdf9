// Markup that must never pass: in each of these a label becomes markup. The scan proves itself by finding all of them.
type Props = { label: string; labels: string[]; note: string | undefined; loud: boolean };

export const Text = ({ label }: Props) => <p>{label}</p>;
export const When = ({ label, loud }: Props) => <p>{loud && label}</p>;
export const Fallback = ({ note, label }: Props) => <p>{note ?? label}</p>;
export const Template = ({ label }: Props) => <p>{`Label: ${label}`}</p>;
export const Cast = ({ label }: Props) => <p>{label as unknown as JSX.Element}</p>;
export const List = ({ labels }: Props) => (
  <ul>
    {labels.map((label) => (
      <li>{label}</li>
    ))}
  </ul>
);
