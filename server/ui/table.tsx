/** @jsxImportSource @kitajs/html */
type Column = {
  name: string;
  /** Figures stand right, digit under digit. */
  numeric?: boolean;
  /** Texts of any length, which may be broken anywhere. Those of the first column may in any case. */
  long?: boolean;
  /** For a column of buttons, whose name would only be in the way. */
  unseen?: boolean;
  /** For values that say by themselves what they are: on a card they take the whole width. */
  plain?: boolean;
};

type Row = {
  /** To lead to it with `#id`. */ id?: string;
  /** Passed by, as what is revoked. */ faded?: boolean;
  cells: JSX.Element[];
  /**
   * Mere texts, by the place of their column, in which a cell then stays empty: they need no element of their own, which in
   * a long list are many.
   */
  texts?: Record<number, string>;
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
          {rows.map(({ id, faded, cells, texts = {} }) => (
            <tr role="row" id={id} class={[faded && "faded"]}>
              {cells.map((cell, place) => {
                const column = columns[place];
                const text = texts[place];
                if (text === undefined) {
                  return (
                    <Cell column={column} first={place === 0}>
                      {cell}
                    </Cell>
                  );
                }
                return (
                  <td role="cell" data-name={nameOf(column)} class={kindOf(column)} safe>
                    {text}
                  </td>
                );
              })}
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
  const kind = kindOf(column);
  // A scope would say of a row's header what its role does.
  return first ? (
    <th role="rowheader" class={kind}>
      {children}
    </th>
  ) : (
    <td role="cell" data-name={nameOf(column)} class={kind}>
      {children}
    </td>
  );
}

/** Said beside a value on a card. */
const nameOf = (column: Column | undefined) => (column?.unseen || column?.plain ? undefined : column?.name);

const kindOf = (column: Column | undefined) => [
  column?.numeric && "number",
  column?.unseen && "act",
  column?.long && "long",
];
