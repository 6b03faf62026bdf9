const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a page of this very site sent the request (D20). Only writes are asked: nothing is changed by reading. A
 * browser says so itself in Sec-Fetch-Site, which no page can forge; where it does not, as over plain http, Origin says it.
 */
export function isOwnWrite(
  { method, secFetchSite, origin }: { method: string; secFetchSite: string | null; origin: string | null },
  publicUrl: string,
): boolean {
  if (reading.has(method) || secFetchSite === "same-origin") return true;
  // "none" is a person's own doing, such as loading the answer to a form once more; it still names where the form stood.
  return (secFetchSite === null || secFetchSite === "none") && origin === new URL(publicUrl).origin;
}
