/** @jsxImportSource @kitajs/html */
import type { Frame } from "../ui/frame.ts";
import { type Clock, exactTime, relativeTime } from "../ui/relative-time.ts";
import { Time } from "../ui/time.tsx";
import { type Matter, mattersOf, type Standing } from "./standing.ts";
import { words } from "./words.ts";

type Props = { frame: Frame; clock: Clock; standing: Standing };

/** Whether all that GitHub delivered is here: when something came last, when that was looked at, and what is missing. */
export function Redelivery({ frame, clock, standing }: Props) {
  const t = words[frame.language];
  const { lastEventAt, readAt, givenUp } = standing;
  return (
    <>
      <NotArrived frame={frame} clock={clock} standing={standing} />
      <p class="fine">
        <span safe>{t.lastEvent}</span>{" "}
        {lastEventAt ? <Time at={lastEventAt} clock={clock} /> : <span safe>{t.never}</span>}.{" "}
        <span safe>{t.read}</span>{" "}
        {readAt ? <Time at={readAt} clock={clock} /> : <span safe>{t.notYet}</span>}.
        {givenUp > 0 && <span safe>{` ${t.givenUp(givenUp)}`}</span>}
      </p>
    </>
  );
}

/** What is the matter, each in a sentence or two with what to do about it; none while all is well. */
export function tellMatters(standing: Standing, clock: Clock): string[] {
  return mattersOf(standing, clock.now).map((matter) => tell(matter, clock));
}

function NotArrived({ frame, clock, standing }: Props) {
  const matters = tellMatters(standing, clock);
  if (matters.length === 0) return <></>;
  return (
    <section class="notice warn" aria-labelledby="not-arrived">
      <h2 id="not-arrived" safe>
        {words[frame.language].title}
      </h2>
      <ul>
        {matters.map((matter) => (
          <li safe>{matter}</li>
        ))}
      </ul>
    </section>
  );
}

function tell(matter: Matter, clock: Clock): string {
  const t = words[clock.language];
  switch (matter.kind) {
    case "problem":
      return t.problem(matter.problem, relativeTime(matter.at, clock));
    case "unread":
      return t.unread(relativeTime(matter.since, clock));
    case "missing":
      return t.missing(matter.count, relativeTime(matter.since, clock));
    case "gap":
      return t.gap(exactTime(matter.from, clock), exactTime(matter.until, clock));
  }
}
