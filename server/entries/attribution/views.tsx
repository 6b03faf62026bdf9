/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../ui/frame.ts";
import type { Reasons } from "./reasons.ts";
import { words } from "./words.ts";

type Match = NonNullable<Reasons["winner"]>;
type Props = { frame: Frame; reasons: Reasons; entry: { labels: string[]; repository: string } };

/** Why an entry has the client that it has, or none, in a sentence or two (spec 7.1, D9). */
export function Why({ frame, reasons, entry }: Props) {
  const t = words[frame.language];
  const { winner, runnersUp, deactivated, scopes } = reasons;
  const others = new Set(runnersUp.map(({ client }) => client.id)).size;
  return (
    <>
      {winner ? (
        <p>
          <ClientOf match={winner} />, <span safe>{t.because}</span> <code safe>{winner.label}</code>{" "}
          <span safe>{t.matched(scopes.get(winner.mapping_id))}</span>{" "}
          <MappingOf match={winner} scopes={scopes} />.
        </p>
      ) : (
        <NoClient frame={frame} reasons={reasons} entry={entry} />
      )}
      {others > 0 && (
        <>
          <p safe>{t.others(others)}</p>
          <Matches frame={frame} matches={runnersUp} scopes={scopes} />
        </>
      )}
      {deactivated.length > 0 && (
        <>
          <p safe>{t.deactivated}</p>
          <Matches frame={frame} matches={deactivated} scopes={scopes} />
        </>
      )}
    </>
  );
}

// An address longer than this is cut or refused on its way.
const longestAddress = 2000;

function NoClient({ frame, reasons, entry: { labels, repository } }: Props) {
  const t = words[frame.language];
  const why =
    labels.length === 0 ? t.unlabelled : reasons.deactivated.length > 0 ? t.onlyDeactivated : t.unmapped;
  const tried = new URLSearchParams({ repository, labels: labels.join("\n") });
  return (
    <p>
      <b safe>{t.noClient}</b>, <span safe>{why}</span>{" "}
      {labels.length > 0 && String(tried).length <= longestAddress && (
        <a href={`/admin/mappings/tester?${tried}`} safe>
          {t.tryNow}
        </a>
      )}
    </p>
  );
}

function Matches({ frame, matches, scopes }: { frame: Frame; matches: Match[]; scopes: Reasons["scopes"] }) {
  const t = words[frame.language];
  return (
    <ul>
      {matches.map((match) => (
        <li>
          <ClientOf match={match} />, <span safe>{t.by}</span> <code safe>{match.label}</code>{" "}
          <MappingOf match={match} scopes={scopes} />
        </li>
      ))}
    </ul>
  );
}

function ClientOf({ match: { client } }: { match: Match }) {
  return (
    <a href={`/admin/clients/${client.id}`} safe>
      {client.name}
    </a>
  );
}

function MappingOf({ match, scopes }: { match: Match; scopes: Reasons["scopes"] }) {
  const { mapping_id: id, label } = match;
  if (!scopes.has(id)) return <span safe>{`#${id}`}</span>;
  return (
    <a href={`/admin/mappings?label=${encodeURIComponent(label)}#mapping-${id}`} safe>
      {`#${id}`}
    </a>
  );
}
