import type { NamedMapping } from "../../server/clients/mappings/explanation/explain.ts";
import { tableBelow } from "./pages.ts";

/** A row of the decision table: an issue in acme/web, the mappings there are, and what has to come of it. */
export type Decision = {
  about: string;
  labels: string[];
  mappings: NamedMapping[];
  client: string | null;
  ambiguous: boolean;
  told: string;
};

/** Reads docs/explanation/attribution.md. @throws where a row is not of the form of the others. */
export function decisionTable(page: string): Decision[] {
  return tableBelow(page, "Decision table").map(([about, labels, mappings, outcome, told]) => {
    const [, client, ambiguous] = /^(\w+)(, ambiguous)?$/.exec(outcome!)!;
    return {
      about: about!,
      labels: [...labels!.matchAll(/`([^`]+)`/g)].map(([, label]) => label!),
      mappings: mappings!.split("; ").map(readMapping),
      client: client === "none" ? null : client!,
      ambiguous: ambiguous !== undefined,
      told: told!,
    };
  });
}

const clients = ["Globex", "Initech", "Umbrella"];

function readMapping(written: string): NamedMapping {
  const form = /^(\d+) `([^`]+)` → (\w+)(?: for ([\w/]+))?(, deactivated)?$/;
  const [, id, labelPattern, clientName, repository, deactivated] = form.exec(written)!;
  return {
    id: Number(id),
    labelPattern: labelPattern!,
    clientId: clients.indexOf(clientName!) + 1,
    clientName: clientName!,
    repository: repository ?? null,
    clientActive: deactivated === undefined,
  };
}
