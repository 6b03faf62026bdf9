/** @jsxImportSource @kitajs/html */
type Bar = {
  name: string;
  /** As it is compared. */ amount: number;
  /** As it is read, e.g. "12h 30m". */ text: string;
};

/** Amounts beside each other, as a table with a bar in each row: the figures are there for whoever cannot see the bars. */
export function Bars({
  caption,
  columns,
  bars,
}: {
  caption: string;
  columns: [string, string];
  bars: Bar[];
}) {
  const most = Math.max(...bars.map(({ amount }) => amount), 1);
  return (
    <table class="bars">
      <caption safe>{caption}</caption>
      <thead class="unseen">
        <tr>
          {columns.map((column) => (
            <th scope="col" safe>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, amount, text }, place) => (
          <tr>
            <th scope="row" safe>
              {name}
            </th>
            <td>
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
                class={`series-${(place % 5) + 1}`}
              >
                <rect width={String((amount / most) * 100)} height="1" />
              </svg>
              <span safe>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
