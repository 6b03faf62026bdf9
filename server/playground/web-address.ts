/** An address of the web with its host, which a link may have. */
export type WebAddress = `http://${string}` | `https://${string}`;

/** Throws for a text that is none: it was put together here. */
export function webAddressOf(text: string): WebAddress {
  if (!isOfWeb(text)) throw new Error(`${text} is no address of the web.`);
  return text;
}

function isOfWeb(text: string): text is WebAddress {
  const protocol = URL.parse(text)?.protocol;
  return (protocol === "http:" || protocol === "https:") && /^https?:\/\//.test(text);
}
