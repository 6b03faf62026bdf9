/** @jsxImportSource @kitajs/html */
import { Badge } from "../../../server/ui/badge.tsx";
import { Bars } from "../../../server/ui/bars.tsx";
import { Chip } from "../../../server/ui/chip.tsx";
import { Field } from "../../../server/ui/field.tsx";
import { Page } from "../../../server/ui/page.tsx";
import { Table } from "../../../server/ui/table.tsx";
import type { GalleryProps } from "../gallery.tsx";

export function ReportPage({ frame, write }: GalleryProps) {
  const { language } = frame;
  const entries = [
    {
      date: "2026-11-20",
      issue: "acme/web#14",
      who: "ada",
      labels: ["client:acme", "wbso:speur"],
      hours: "2h 30m",
    },
    { date: "2026-11-19", issue: "acme/web#9", who: "grace", labels: ["client:globex"], hours: "45m" },
    { date: "2026-11-19", issue: "acme/infrastructure-as-code#1204", who: "linus", labels: [], hours: "11h" },
  ];
  const columns = [
    { name: write("Day") },
    { name: write("Issue"), long: true },
    { name: write("Who") },
    { name: write("Labels"), long: true },
    { name: write("Hours"), numeric: true },
  ];
  return (
    <Page
      frame={frame}
      title={write("Hours")}
      actions={
        <a class="button" href="/admin/entries.csv" safe>
          {write("Download CSV")}
        </a>
      }
    >
      <form class="filters" action="/admin/entries">
        <Field name="label" language={language} label={write("Label")} type="search" optional />
        <Field name="from" language={language} label={write("From")} type="date" optional />
        <Field name="to" language={language} label={write("To")} type="date" optional />
        <Field
          name="client"
          language={language}
          label={write("Client")}
          optional
          options={[
            { value: "", text: write("Any") },
            { value: "1", text: write("Acme") },
          ]}
        />
        <button safe>{write("Filter")}</button>
      </form>
      <ul class="chips">
        {["client:acme", "wbso:speur", "a, label with “everything” in it & more"].map((label) => (
          <li>
            <Chip text={write(label)} without="?from=2026-11-01" language={language} />
          </li>
        ))}
      </ul>
      <p role="status">
        <b safe>{write("3 entries, 14h 15m")}</b>
      </p>
      <Table
        caption={write("Entries")}
        columns={columns}
        rows={entries.map(({ date, issue, who, labels, hours }) => ({
          cells: [
            <span safe>{write(date)}</span>,
            <a href={`/admin/issues/${encodeURIComponent(issue)}`} safe>
              {write(issue)}
            </a>,
            <span safe>{write(who)}</span>,
            <span class="chips">
              {labels.map((label) => (
                <Badge text={write(label)} />
              ))}
            </span>,
            <span safe>{write(hours)}</span>,
          ],
        }))}
      />
      <Bars
        caption={write("Hours by client")}
        columns={[write("Client"), write("Hours")]}
        bars={[
          { name: write("Globex Corporation"), amount: 2400, text: write("40h") },
          { name: write("Acme"), amount: 1230, text: write("20h 30m") },
          { name: write("No client"), amount: 75, text: write("1h 15m") },
        ]}
      />
      <h2 safe>{write("Why Acme?")}</h2>
      <dl class="facts card">
        <dt safe>{write("Label")}</dt>
        <dd>
          <code safe>{write("client:acme")}</code>
        </dd>
        <dt safe>{write("Mapping")}</dt>
        <dd safe>{write("#4, for every repository")}</dd>
        <dt safe>{write("Others")}</dt>
        <dd>
          <Badge text={write("ambiguous")} tone="warn" />{" "}
          <span safe>{write("Globex would have matched too")}</span>
        </dd>
      </dl>
    </Page>
  );
}
