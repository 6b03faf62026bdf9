/** @jsxImportSource @kitajs/html */
import { Badge } from "../../../ui/badge.tsx";
import type { Frame } from "../../../ui/frame.ts";
import type { Clock } from "../../../ui/relative-time.ts";
import { Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import type { Mapping } from "../attribution.ts";
import { words } from "../words.ts";
import { standingOf } from "./standing.ts";

export type ListedMapping = {
  id: number;
  labelPattern: string;
  clientId: number;
  clientName: string;
  clientActive: boolean;
  repository: string | null;
  createdAt: Date;
};

type Props = {
  frame: Frame;
  clock: Clock;
  mappings: ListedMapping[];
  /** All mappings of their labels, some of which may be on another page. */
  ofLabels: Mapping[];
};

/** The mappings of some labels, those of a label one below the other. */
export function MappingTable({ frame, clock, mappings, ofLabels }: Props) {
  const t = words[frame.language];
  const columns = [
    { name: t.columns.label },
    { name: t.columns.client, long: true },
    { name: t.columns.place, long: true },
    { name: t.columns.created },
    { name: t.columns.action, unseen: true },
  ];
  const byLabel = Map.groupBy(ofLabels, ({ labelPattern }) => labelPattern);
  const standings = mappings.map((mapping) => standingOf(mapping, byLabel.get(mapping.labelPattern) ?? []));
  const rows = mappings.map((mapping, place) => {
    const { labelPattern, clientName } = mapping;
    const isFurther = mappings[place - 1]?.labelPattern === labelPattern;
    return {
      id: `mapping-${mapping.id}`,
      faded: !mapping.clientActive,
      cells: [
        // The label stands out where its mappings begin, and is there to read at each of them.
        isFurther ? <small safe>{labelPattern}</small> : <span safe>{labelPattern}</span>,
        <ClientOf frame={frame} mapping={mapping} />,
        <Place frame={frame} mapping={mapping} {...standings[place]!} />,
        <Time at={mapping.createdAt} clock={clock} />,
        <a
          class="button"
          href={`/admin/mappings/${mapping.id}/deletion`}
          aria-label={t.removeNamed(labelPattern, clientName)}
          safe
        >
          {t.remove}
        </a>,
      ],
    };
  });
  const anyAmbiguous = standings.some(({ ambiguous }) => ambiguous);
  return (
    <>
      <Table caption={t.title} columns={columns} rows={rows} />
      {anyAmbiguous && (
        <p class="fine" safe>
          {t.legend.ambiguous}
        </p>
      )}
      {mappings.some(({ clientActive }) => !clientActive) && (
        <p class="fine" safe>
          {t.legend.deactivated}
        </p>
      )}
    </>
  );
}

function ClientOf({ frame, mapping }: { frame: Frame; mapping: ListedMapping }) {
  return (
    <>
      <a href={`/admin/clients/${mapping.clientId}`} safe>
        {mapping.clientName}
      </a>{" "}
      {!mapping.clientActive && <Badge text={words[frame.language].deactivated} tone="warn" />}
    </>
  );
}

const mostExceptions = 3;

function Place({
  frame,
  mapping,
  except,
  ambiguous,
}: {
  frame: Frame;
  mapping: ListedMapping;
  except: string[];
  ambiguous: boolean;
}) {
  const t = words[frame.language];
  const others = except.length - mostExceptions;
  const named = [...except.slice(0, mostExceptions), ...(others > 0 ? [t.more(others)] : [])].join(", ");
  return (
    <>
      {mapping.repository === null ? (
        <span safe>{t.everywhere}</span>
      ) : (
        <code safe>{mapping.repository}</code>
      )}{" "}
      {except.length > 0 && <small safe>{t.except(named)}</small>}{" "}
      {ambiguous && <Badge text={t.ambiguous} tone="warn" />}
    </>
  );
}
