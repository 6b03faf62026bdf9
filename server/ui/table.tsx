/** @jsxImportSource @kitajs/html */
type Column = {
  name: string;
  /** Figures stand right, digit under digit. */
  numeric?: boolean;
  /** Texts of any length, which may be broken anywhere. Those of the first column may in any case. */
  long?: boolean;
  /** For a column of buttons, whose name would only be in the way. */
  unseen?: boolean;
};

type Row = {
  /** To lead to it with `#id`. */ id?: string;
  /** Passed by, as what is revoked. */ faded?: boolean;
  cells: JSX.Element[];
};

type Props = { caption: string; columns: Column[]; rows: Row[] };

/**
 * A table whose first column names its rows. On narrow screens each row becomes a card with the columns' names beside
 * the values; the roles say that it is a table still, which browsers forget over such a style.
 */
export function Table({ caption, columns, rows }: Props) {
  return (
    <div class="table">
      <table role="table">
        <caption class="unseen" safe>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, numeric, unseen }) => (
              <th role="columnheader" scope="col" class={[numeric && "number"]}>
                <span class={[unseen && "unseen"]} safe>
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ id, faded, cells }) => (
            <tr role="row" id={id} class={[faded && "faded"]}>
              {cells.map((cell, place) => (
                <Cell column={columns[place]} first={place === 0}>
                  {cell}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({
  column,
  first,
  children,
}: {
  column: Column | undefined;
  first: boolean;
  children: JSX.Element;
}) {
  const name = column?.unseen ? undefined : column?.name;
  const kind = [column?.numeric && "number", column?.unseen && "act", (first || column?.long) && "long"];
  return first ? (
    <th role="rowheader" scope="row" class={kind}>
      {children}
    </th>
  ) : (
    <td role="cell" data-name={name} class={kind}>
      {children}
    </td>
  );
}
