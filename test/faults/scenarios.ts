import type { Scenario } from "./harness/scenario.ts";
import * as backup from "./scenarios/backup.ts";
import * as clock from "./scenarios/clock.ts";
import * as deliveries from "./scenarios/deliveries.ts";
import * as disk from "./scenarios/disk.ts";
import * as embedded from "./scenarios/embedded.ts";
import * as http from "./scenarios/http.ts";
import * as kills from "./scenarios/kills.ts";
import * as database from "./scenarios/database.ts";
import * as github from "./scenarios/github.ts";
import * as instances from "./scenarios/instances.ts";
import * as proxies from "./scenarios/proxies.ts";
import * as shown from "./scenarios/shown.ts";

/** Every numbered fault of the matrix, by its number, and two more of what stands around svc. */
export const scenarios: Scenario[] = [
  kills,
  deliveries,
  database,
  github,
  instances,
  proxies,
  shown,
  backup,
  clock,
  disk,
  embedded,
  http,
]
  .flatMap((file): Scenario[] => Object.values(file))
  .sort((one, other) => one.number - other.number);
