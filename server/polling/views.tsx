/** @jsxImportSource @kitajs/html */
import type { Frame } from "../ui/frame.ts";
import { type Clock, relativeTime } from "../ui/relative-time.ts";
import { Time } from "../ui/time.tsx";
import { type PollingMatter, pollingMatters, type PollingStanding } from "./standing.ts";
import { words } from "./words.ts";

type Props = { frame: Frame; clock: Clock; standing: PollingStanding };

/** That svc asks for comments by itself, when it last did, and what it cannot read. */
export function Polling({ frame, clock, standing }: Props) {
  const t = words[frame.language];
  const matters = tellPollingMatters(standing, clock);
  return (
    <>
      {matters.length > 0 && (
        <section class="notice warn" aria-labelledby="not-read">
          <h2 id="not-read" safe>
            {t.title}
          </h2>
          <ul>
            {matters.map((matter) => (
              <li safe>{matter}</li>
            ))}
          </ul>
        </section>
      )}
      <p class="fine">
        <span safe>{t.how}</span>{" "}
        {standing.readAt ? <Time at={standing.readAt} clock={clock} /> : <span safe>{t.notYet}</span>}.
      </p>
    </>
  );
}

/** What is the matter, each in a sentence or two with what to do about it; none while all is well. */
export function tellPollingMatters(standing: PollingStanding, clock: Clock): string[] {
  return pollingMatters(standing, clock.now).map((matter) => tell(matter, clock));
}

function tell(matter: PollingMatter, clock: Clock): string {
  const t = words[clock.language];
  switch (matter.kind) {
    case "problem":
      return t.problem(matter.owner, matter.problem, relativeTime(matter.at, clock));
    case "unread":
      return t.unread(relativeTime(matter.since, clock));
    case "repositories":
      return t.repositories(matter.count, matter.name, matter.problem, relativeTime(matter.at, clock));
  }
}
