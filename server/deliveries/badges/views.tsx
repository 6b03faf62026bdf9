/** @jsxImportSource @kitajs/html */
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Frame } from "../../ui/frame.ts";
import { listedOutcomes } from "../delivery-list.ts";
import { words } from "../words.ts";

type Standing = { state: "pending" | "done" | "failed"; outcome: string | null };
export type ReplyState = "pending" | "posted" | "failed";

/** What came of a delivery, in a word or two. */
export function OutcomeBadge({ frame, delivery }: { frame: Frame; delivery: Standing }) {
  const t = words[frame.language];
  const outcome = outcomeOf(delivery);
  if (delivery.state === "failed") return <Badge text={t.failed} tone="bad" />;
  // One of a later version is shown by its own name.
  return <Badge text={outcome ? t.outcomes[outcome] : (delivery.outcome ?? "")} tone={toneOf(delivery)} />;
}

export function outcomeOf({ outcome }: Standing) {
  return listedOutcomes.find((one) => one === (outcome ?? "pending"));
}

function toneOf({ outcome }: Standing): Tone {
  if (outcome === "recorded") return "good";
  if (outcome === "malformed") return "bad";
  return outcome === null || outcome === "refused" ? "warn" : "plain";
}

/** Where svc's reply to a comment is. */
export function ReplyBadge({ frame, state }: { frame: Frame; state: ReplyState }) {
  const tone = { pending: "warn", posted: "good", failed: "bad" } as const;
  return <Badge text={words[frame.language].replies[state]} tone={tone[state]} />;
}
