/** What a person reads of a page, without markup. */
export const textOf = (html: string) =>
  html
    .replaceAll(/<(head|noscript|datalist)>.*?<\/\1>|<[^>]+>/gs, " ")
    .replaceAll(/&(#34|quot);/g, '"')
    .replaceAll(/\s+/g, " ");
export const labels = (html: string) =>
  [...html.matchAll(/<th role="rowheader"[^>]*><span>([^<]*)</g)].map(([, label]) => label!);
export const idsIn = (html: string) => [...html.matchAll(/id="mapping-(\d+)"/g)].map(([, id]) => Number(id));
export const nextOf = (html: string) => /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
export const rowOf = (html: string, id: number) =>
  textOf(html.split(`id="mapping-${id}"`)[1]?.split("</tr>")[0] ?? "");
