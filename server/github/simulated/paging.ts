import type { Host, ReceivedRequest } from "./rest.ts";

/** A numbered page of a list, with the links that GitHub gives to the others. */
export function pageOf<T>(
  { place }: Host,
  request: ReceivedRequest,
  all: T[],
): { items: T[]; headers: Record<string, string> } {
  const { per_page: perPage = "30", page: pageNumber = "1" } = request.query;
  const [size, page] = [Math.min(100, Number(perPage) || 30), Number(pageNumber) || 1];
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams({ ...request.query, page: String(to) });
    return `<${place.apiUrl}${request.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ...(page > 1 ? [link(1, "first")] : []),
  ];
  const headers = links.length > 0 ? { link: links.join(", ") } : {};
  return { items: all.slice((page - 1) * size, page * size), headers };
}
