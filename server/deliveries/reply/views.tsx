/** @jsxImportSource @kitajs/html */
import type { Frame } from "../../ui/frame.ts";
import type { Clock } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import { ReplyBadge, type ReplyState } from "../badges/views.tsx";
import { words } from "../words.ts";

export type Reply = {
  state: ReplyState;
  attempts: number;
  problem: string | null;
  postedAt: Date | null;
  body: string;
};

type Props = { frame: Frame; clock: Clock; delivery: { id: number }; reply: Reply | null };

/** What svc answered a comment, where that is now, and a way to have it posted again. */
export function ReplyPart({ frame, clock, delivery, reply }: Props) {
  const { reply: t, one } = words[frame.language];
  if (!reply) return <p safe>{t.none}</p>;
  return (
    <>
      <dl class="facts">
        <dt safe>{t.state}</dt>
        <dd>
          <ReplyBadge frame={frame} state={reply.state} />{" "}
          {reply.postedAt !== null && <Time at={reply.postedAt} clock={clock} />}
        </dd>
        <dt safe>{t.attempts}</dt>
        <dd safe>{String(reply.attempts)}</dd>
        {reply.problem !== null && (
          <>
            <dt safe>{t.problem}</dt>
            <dd class="problem" safe>
              {reply.problem}
            </dd>
          </>
        )}
      </dl>
      <pre>
        <code safe>{withoutMarker(reply.body)}</code>
      </pre>
      {reply.state === "failed" && frame.user?.admin && (
        <form method="post" action={`/admin/deliveries/${delivery.id}/reply`}>
          <p class="actions">
            <button aria-label={`${t.again}: ${one.title(delivery.id)}`} safe>
              {t.again}
            </button>
          </p>
        </form>
      )}
    </>
  );
}

/** The marker is for svc to find its comment again; nobody sees it there either. */
function withoutMarker(body: string): string {
  return body.replace(/<!-- svc:v1:[^>]* -->\s*/, "").trim();
}
