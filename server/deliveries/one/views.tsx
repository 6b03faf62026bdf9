/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import { entryPage } from "../../entries/page-address.ts";
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import { Refused } from "../../ui/refused.tsx";
import { type Clock, exactTime } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import type { ShownPayload } from "../payload.ts";
import { anotherOutcome } from "../processing-again.ts";
import { OutcomeBadge, outcomeOf } from "../badges/views.tsx";
import { type Reply, ReplyPart } from "../reply/views.tsx";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  delivery: {
    id: number;
    guid: string;
    event: string;
    state: "pending" | "done" | "failed";
    outcome: string | null;
    detail: string | null;
    repository: string | null;
    sender: string | null;
    receivedAt: Date;
    /** When svc made this of the comment itself, where GitHub's delivery was lost. */
    backfilledAt: Date | null;
    /** When svc asked for the comment, where GitHub cannot deliver. */
    polledAt: Date | null;
    processedAt: Date | null;
  };
  /** Where the comment is. */
  comment: Href | undefined;
  recorded: { id: number; kind: "time" | "plan"; minutes: number; workedOn: string }[];
  reply: Reply | null;
  payload: ShownPayload;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
};

/** One delivery: what it was, what came of it and why, svc's reply, and the payload without what is secret. */
export function DeliveryPage(props: Props) {
  const { frame, delivery } = props;
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.one.title(delivery.id)}
      current="deliveries"
      actions={<Again frame={frame} delivery={delivery} orgs={props.orgs} />}
    >
      {delivery.backfilledAt !== null && (
        <p class="notice" safe>
          {(delivery.polledAt === null ? t.one.backfilled : t.one.polledLate)(
            exactTime(delivery.backfilledAt, props.clock),
          )}
        </p>
      )}
      <Facts {...props} />
      <h2 safe>{t.reply.title}</h2>
      <ReplyPart {...props} />
      <h2 safe>{t.payload.title}</h2>
      <Payload frame={frame} payload={props.payload} heard={heard(delivery)} />
      <p>
        <a href="/admin/deliveries" safe>
          {t.one.back}
        </a>
      </p>
    </Page>
  );
}

function Again({ frame, delivery, orgs }: Pick<Props, "frame" | "delivery" | "orgs">) {
  const { again, refusals } = words[frame.language].one;
  const what = anotherOutcome(delivery);
  if (what !== "possible") return <Refused id="why-not" label={again} reason={refusals[what]} />;
  if (!frame.user?.admin) {
    return <Refused id="why-not" label={again} reason={refusals.members(orgs.join(", "))} />;
  }
  return (
    <form method="post" action={`/admin/deliveries/${delivery.id}/processing`}>
      <button class="primary" safe>
        {again}
      </button>
    </form>
  );
}

function Facts({ frame, clock, delivery, comment, recorded }: Props) {
  const { one: t, explained } = words[frame.language];
  const outcome = outcomeOf(delivery);
  return (
    <dl class="facts card">
      <dt safe>{t.reason}</dt>
      <dd>
        <OutcomeBadge frame={frame} delivery={delivery} />{" "}
        {outcome && delivery.state !== "failed" && <span safe>{explained[outcome]}</span>}
        {delivery.detail !== null && (
          <div>
            <small safe>{delivery.detail}</small>
          </div>
        )}
      </dd>
      {recorded.length > 0 && <Recorded frame={frame} recorded={recorded} />}
      {comment && (
        <>
          <dt safe>{t.comment}</dt>
          <dd>
            <a href={comment} rel="noreferrer" safe>
              {t.atGitHub}
            </a>
          </dd>
        </>
      )}
      <dt safe>{t.repository}</dt>
      <dd safe>{delivery.repository ?? "–"}</dd>
      <dt safe>{t.sender}</dt>
      <dd safe>{delivery.sender ?? "–"}</dd>
      <dt safe>{t.event}</dt>
      <dd>
        <code safe>{delivery.event}</code>
      </dd>
      <dt safe>{t.heard.name}</dt>
      <dd safe>{t.heard[heard(delivery)]}</dd>
      <dt safe>{t.received}</dt>
      <dd>
        <Time at={delivery.receivedAt} clock={clock} />
      </dd>
      <dt safe>{t.processed}</dt>
      <dd>
        {delivery.processedAt ? (
          <Time at={delivery.processedAt} clock={clock} />
        ) : (
          <span safe>{t.notYet}</span>
        )}
      </dd>
      <dt safe>{t.guid}</dt>
      <dd>
        <code safe>{delivery.guid}</code>
      </dd>
    </dl>
  );
}

function Recorded({ frame, recorded }: Pick<Props, "frame" | "recorded">) {
  const { recorded: name, entry } = words[frame.language].one;
  return (
    <>
      <dt safe>{name}</dt>
      <dd>
        {recorded.map(({ id, kind, minutes, workedOn }) => (
          <div>
            <a href={entryPage(kind, id)} safe>
              {`${formatDuration(minutes)}, ${workedOn}`}
            </a>{" "}
            <small safe>{entry[kind]}</small>
          </div>
        ))}
      </dd>
    </>
  );
}

/** How svc came to know of it. */
function heard({ polledAt, backfilledAt }: Props["delivery"]): "delivered" | "polled" | "read" {
  if (polledAt !== null) return "polled";
  return backfilledAt === null ? "delivered" : "read";
}

type PayloadProps = Pick<Props, "frame" | "payload"> & { heard: ReturnType<typeof heard> };

function Payload({ frame, payload, heard }: PayloadProps) {
  const t = words[frame.language].payload;
  const lead = heard === "delivered" ? t.lead : t.leadRead;
  const size = `${Math.ceil(payload.size / 1024)} kB`;
  if (payload.text === "") return <p safe>{t.tooLarge}</p>;
  return (
    <>
      <p class="fine" safe>
        {payload.isCut ? `${lead} ${t.cut}` : lead}
      </p>
      <details>
        <summary safe>{t.show(size)}</summary>
        <pre>
          <code safe>{payload.text}</code>
        </pre>
      </details>
    </>
  );
}
