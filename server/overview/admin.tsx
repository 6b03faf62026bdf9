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
    const [byClient, dimensions, latest, moving, ambiguous, standing, polling] = await Promise.all([
      hoursByClient(db, range, most.clients),
      hoursByDimension(db, range, most.dimensions),
      latestEntries(db, most.latest),
      flow(db),
      ambiguousEntries(db, range, most.ambiguous + 1),
      findStanding(db),
      pollingStanding(deps),
    ]);
    // Nothing to look at yet, and nothing to hear it from.
    if (latest.length === 0 && visitor.user.setUp && !deps.github.configured)
      return seeOther(deps, "/admin/set-up");
    const names = dimensions.map(({ dimension }) => dimension);
    // Clients are compared beside it anyway.
    const dimension = query.dimension ?? names.find((name) => name !== "client:") ?? names[0];
    const rows = dimension === undefined ? [] : await hoursByLabel(db, range, dimension, most.labels);
    const props = {
      query,
      days,
      series: seriesOf(byClient),
      dimensions: dimension === undefined || names.includes(dimension) ? names : [...names, dimension],
      labels: dimension === undefined ? undefined : { dimension, rows },
      latest,
      flow: { ...moving, asked: polling },
      notArrived: polling ? tellPollingMatters(polling, clock) : standing ? tellMatters(standing, clock) : [],
      ambiguous: { entries: ambiguous.slice(0, most.ambiguous), more: ambiguous.length > most.ambiguous },
    };
    return show(<OverviewPage frame={frame} clock={clock} {...props} />);
  });
}
