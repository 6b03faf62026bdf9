import { type Period, periods } from "./period.ts";

/** What the overview's address asks for. */
export type OverviewQuery = {
  period: Period;
  /** The dimension whose labels are compared, with its colon; undefined for the one with the most hours. */
  dimension: string | undefined;
};

/** What it cannot mean is as if it were left out, since it is a page and not a report. */
export function readOverviewQuery(search: URLSearchParams): OverviewQuery {
  const dimension = search.get("by") ?? "";
  return {
    period: periods.find((period) => period === search.get("period")) ?? periods[0],
    dimension: /^[^:\0]{1,1024}:$/.test(dimension) && dimension.isWellFormed() ? dimension : undefined,
  };
}

/** The inverse. */
export function overviewHref({ period, dimension }: OverviewQuery): `/admin${string}` {
  const search = new URLSearchParams({
    ...(period !== periods[0] && { period }),
    ...(dimension !== undefined && { by: dimension }),
  });
  return search.size === 0 ? "/admin" : `/admin?${search}`;
}

/** Where these hours are listed; names of parameters as in the API. */
export function entriesHref(filter: Record<string, string>): `/admin/entries?${string}` {
  return `/admin/entries?${new URLSearchParams(filter)}`;
}
