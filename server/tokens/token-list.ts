export const tokenStates = ["active", "revoked", "all"] as const;
export type TokenState = (typeof tokenStates)[number];

/** Which tokens a page lists, as its address has it. */
export type TokenListQuery = {
  state: TokenState;
  /** Everybody's, and not only one's own. */
  everybody: boolean;
  /** Those older than this one. */
  before: number | undefined;
};

/** What a page's address asks for; what it cannot mean is as if it were left out, since it is a page and not a report. */
export function readTokenListQuery(search: URLSearchParams): TokenListQuery {
  const before = search.get("before") ?? "";
  return {
    state: tokenStates.find((state) => state === search.get("state")) ?? "active",
    everybody: search.get("of") === "everybody",
    before: /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined,
  };
}

/** The inverse. */
export function tokenListHref({ state, everybody, before }: TokenListQuery): `/admin/tokens${string}` {
  const search = new URLSearchParams({
    ...(state !== "active" && { state }),
    ...(everybody && { of: "everybody" }),
    ...(before !== undefined && { before: String(before) }),
  });
  return search.size === 0 ? "/admin/tokens" : `/admin/tokens?${search}`;
}

/** Whether an active token has not been of use for 90 days: a hint to revoke it. */
export function isIdle(token: { createdAt: Date; lastUsedAt: Date | null }, now: Date): boolean {
  const last = token.lastUsedAt ?? token.createdAt;
  return now.getTime() - last.getTime() > 90 * 24 * 3600 * 1000;
}
