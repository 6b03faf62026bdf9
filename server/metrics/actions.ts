import type { Config } from "../config.ts";

/** What is counted for /metrics. Nothing of it names a person, a label or an address, so that it stays small. */
export type Metrics = {
  /** Whether anybody may read them. Where nobody may, nothing is counted. */
  isOn: boolean;
  /** A request was answered: its route as it is written in the code; undefined where there was none for it. */
  answered(answer: { method: string; route: string | undefined; status: number; milliseconds: number }): void;
  /** A delivery was processed to its end. */
  delivered(outcome: string): void;
  entriesMade(kind: "time" | "plan", attribution: "client" | "ambiguous" | "none"): void;
  tokenChecked(result: "accepted" | "refused" | "limited" | "undecided"): void;
  /** The code host answered, with these headers. */
  hostAnswered(headers: Headers): void;
  /** All of it, as Prometheus reads it. */
  text(): Promise<{ body: string; contentType: string }>;
};

/** Counts nothing, for whoever lets nobody read it. */
export const silentMetrics: Metrics = {
  isOn: false,
  answered() {},
  delivered() {},
  entriesMade() {},
  tokenChecked() {},
  hostAnswered() {},
  text: async () => ({ body: "", contentType: "text/plain" }),
};

/** Whether anybody may read them, and so there is something to count. */
export function areRead({ metrics }: Pick<Config, "metrics">): boolean {
  return metrics.token !== undefined || metrics.networks.length > 0;
}
