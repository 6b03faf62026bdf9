/** @jsxImportSource @kitajs/html */
import { Badge } from "../../../server/ui/badge.tsx";
import { Empty } from "../../../server/ui/empty.tsx";
import { Page } from "../../../server/ui/page.tsx";
import { Pager } from "../../../server/ui/pager.tsx";
import { Refused } from "../../../server/ui/refused.tsx";
import { Table } from "../../../server/ui/table.tsx";
import { Time } from "../../../server/ui/time.tsx";
import type { GalleryProps } from "../gallery.tsx";

const now = new Date("2026-11-20T14:30:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const tokens = [
  {
    label: "WBSO spreadsheet",
    prefix: "Zk3v9QpL",
    owner: "ada",
    made: 4,
    used: 0.1,
    state: "active",
    tone: "good",
  },
  { label: "laptop", prefix: "b81MxQ0c", owner: "grace", made: 30, used: 26, state: "active", tone: "good" },
  {
    label: "old build server that nobody dares to switch off",
    prefix: "pR_4-xYz",
    owner: "linus",
    made: 9000,
    used: 8000,
    state: "unused for 90 days",
    tone: "warn",
  },
  {
    label: "lost phone",
    prefix: "00aaBBcc",
    owner: "ada",
    made: 2400,
    used: 2000,
    state: "revoked",
    tone: "bad",
  },
] as const;

export function ListPage({ frame, write }: GalleryProps) {
  const clock = { now, language: frame.language, timeZone: "Europe/Amsterdam" };
  const columns = [
    { name: write("Label") },
    { name: write("Token") },
    { name: write("Owner") },
    { name: write("Created") },
    { name: write("Last used") },
    { name: write("Uses"), numeric: true },
    { name: write("State") },
    { name: write("Action"), unseen: true },
  ];
  const rows = tokens.map((token) => ({
    id: `token-${token.prefix}`,
    faded: token.state === "revoked",
    cells: [
      <span safe>{write(token.label)}</span>,
      <code safe>{write(`svc_${token.prefix}…`)}</code>,
      <span safe>{write(token.owner)}</span>,
      <Time at={ago(token.made)} clock={clock} />,
      <Time at={ago(token.used)} clock={clock} />,
      <span>{token.made * 7}</span>,
      <Badge text={write(token.state)} tone={token.tone} />,
      token.state === "revoked" ? (
        <></>
      ) : (
        <a
          class="button"
          href={`/admin/tokens/${encodeURIComponent(token.prefix)}/revocation`}
          aria-label={write(`Revoke ${token.label}`)}
          safe
        >
          {write("Revoke")}
        </a>
      ),
    ],
  }));
  return (
    <Page
      frame={frame}
      title={write("Tokens")}
      current="tokens"
      actions={
        <a class="button primary" href="/admin/tokens/new" safe>
          {write("Create token")}
        </a>
      }
    >
      <p class="lead" safe>
        {write("A token lets a script, a spreadsheet or the svc command read and write as you do.")}
      </p>
      <div class="filters">
        <nav class="tabs" aria-label={write("Which tokens")}>
          <a href="?state=active" aria-current="true" safe>
            {write("Active")}
          </a>
          <a href="?state=revoked" safe>
            {write("Revoked")}
          </a>
          <a href="?state=all" safe>
            {write("All")}
          </a>
        </nav>
        <Refused
          id="only-admins"
          label={write("Everybody’s")}
          reason={write("Only admins see everybody’s tokens: owners of acme.")}
        />
      </div>
      <Table caption={write("Tokens")} columns={columns} rows={rows} />
      <Pager newer="?page=1" older="?page=3" language={frame.language} />
      <h2 safe>{write("Revoked")}</h2>
      <Empty title={write("No token has been revoked")}>
        <p safe>{write("Once one is, it stays here, so that you can tell later what it was for.")}</p>
        <p>
          <a class="button" href="/admin/tokens/new" safe>
            {write("Create token")}
          </a>
        </p>
      </Empty>
    </Page>
  );
}
