/** @jsxImportSource @kitajs/html */
type Props = {
  /** Of its own on the page. */ id: string;
  label: string;
  /** Which role it needs, or what stands in the way. */ reason: string;
};

/** A button for what this person may not do, and why: nothing is hidden from them. It can be reached by keyboard, so that the reason is heard. */
export function Refused({ id, label, reason }: Props) {
  return (
    <span class="refused">
      <button type="button" aria-disabled="true" aria-describedby={id} safe>
        {label}
      </button>
      <small id={id} safe>
        {reason}
      </small>
    </span>
  );
}
