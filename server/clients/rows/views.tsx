/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Frame } from "../../ui/frame.ts";
import type { Clock } from "../../ui/relative-time.ts";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { words } from "../words.ts";

export type ListedClient = {
  id: number;
  name: string;
  deactivatedAt: Date | null;
  minutes: number;
  lastDay: string | null;
  mappings: number;
};

type Props = { frame: Frame; clock: Clock; clients: ListedClient[]; withState: boolean };

/** Clients with what was worked for them. */
export function ClientTable({ frame, clock, clients, withState }: Props) {
  const { title, columns: t, never, unmapped } = words[frame.language];
  const columns = [
    { name: t.name },
    { name: t.hours, numeric: true },
    { name: t.last },
    { name: t.mappings },
    ...(withState ? [{ name: t.state }] : []),
  ];
  const rows = clients.map((client) => ({
    id: `client-${client.id}`,
    faded: client.deactivatedAt !== null,
    cells: [
      <a href={`/admin/clients/${client.id}`} safe>
        {client.name}
      </a>,
      <span safe>{formatDuration(client.minutes)}</span>,
      client.lastDay === null ? <span safe>{never}</span> : <time safe>{client.lastDay}</time>,
      client.mappings === 0 && client.deactivatedAt === null ? (
        <Badge text={unmapped} tone="warn" />
      ) : (
        <a href={`/admin/mappings?client_id=${client.id}`} safe>
          {String(client.mappings)}
        </a>
      ),
      ...(withState ? [<ClientState frame={frame} clock={clock} client={client} />] : []),
    ],
  }));
  return <Table caption={title} columns={columns} rows={rows} />;
}

/** Whether hours can go to it. */
export function ClientState({
  frame,
  clock,
  client,
}: {
  frame: Frame;
  clock: Clock;
  client: { deactivatedAt: Date | null };
}) {
  const t = words[frame.language];
  if (client.deactivatedAt === null) return <Badge text={t.active} tone="good" />;
  return (
    <>
      <Badge text={t.deactivated} /> <Time at={client.deactivatedAt} clock={clock} />
    </>
  );
}
