/** @jsxImportSource @kitajs/html */
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { pageFor, seeOther } from "../panel.ts";
import { pollingStanding } from "../polling/actions.ts";
import { tellPollingMatters } from "../polling/views.tsx";
import { findStanding } from "../redelivery/store.ts";
import { tellMatters } from "../redelivery/views.tsx";
import { panel } from "../sessions/guard.ts";
import { seriesOf } from "./clients.ts";
import { readOverviewQuery } from "./overview-query.ts";
import { daysOf } from "./period.ts";
import {
  ambiguousEntries,
  type Days,
  flow,
  hoursByClient,
  hoursByDimension,
  hoursByLabel,
  latestEntries,
} from "./store.ts";
import { OverviewPage } from "./views.tsx";

const most = { clients: 5, dimensions: 6, labels: 8, latest: 6, ambiguous: 5 };

/** Where the panel begins. */
export function overviewPage(deps: Deps) {
  const { db } = deps;
  return new Elysia().use(panel(deps)).get("/admin", async ({ request, visitor }) => {
    const { frame, clock, show } = pageFor(deps, request, visitor.user);
    const query = readOverviewQuery(new URL(request.url, "http://internal").searchParams);
    const days = daysOf(query.period, clock);
    const range = { from: days[0]!, to: days.at(-1)! };
    // The hours of each day take by far the longest: they are under way before the others are even put together.
    const longest = hoursByClient(db, range, most.clients);
    const first = latestEntries(db, most.latest);
    const afterwards = <Read,>(read: () => Promise<Read>) => first.then(read);
    const [byClient, latest, byLabel, moving, ambiguous, standing, polling] = await Promise.all([
      longest,
      first,
      afterwards(() => readLabels(deps, range, query.dimension)),
      afterwards(() => flow(db)),
      afterwards(() => ambiguousEntries(db, range, most.ambiguous + 1)),
      afterwards(() => findStanding(db)),
      afterwards(() => pollingStanding(deps)),
    ]);
    // Nothing to look at yet, and nothing to hear it from.
    if (latest.length === 0 && visitor.user.setUp && !deps.github.configured)
      return seeOther(deps, "/admin/set-up");
    const props = {
      query,
      days,
      series: seriesOf(byClient),
      ...byLabel,
      latest,
      flow: { ...moving, asked: polling },
      notArrived: polling ? tellPollingMatters(polling, clock) : standing ? tellMatters(standing, clock) : [],
      ambiguous: { entries: ambiguous.slice(0, most.ambiguous), more: ambiguous.length > most.ambiguous },
    };
    return show(<OverviewPage frame={frame} clock={clock} {...props} />);
  });
}

/** The dimensions to choose from, and the labels of the one asked for, or else of the one with the most hours. */
async function readLabels({ db }: Pick<Deps, "db">, days: Days, asked: string | undefined) {
  const names = (await hoursByDimension(db, days, most.dimensions)).map(({ dimension }) => dimension);
  // Clients are compared beside it anyway.
  const dimension = asked ?? names.find((name) => name !== "client:") ?? names[0];
  if (dimension === undefined) return { dimensions: names, labels: undefined };
  const rows = await hoursByLabel(db, days, dimension, most.labels);
  const dimensions = names.includes(dimension) ? names : [...names, dimension];
  return { dimensions, labels: { dimension, rows } };
}
