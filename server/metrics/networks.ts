/** A range of addresses: `bits` of `address` count. IPv4 lies within IPv6, as `::ffff:a.b.c.d` does. */
export type Network = { text: string; address: bigint; bits: number };

/** Networks as they are written, e.g. `10.0.0.0/8, 192.168.1.5, fd00::/8`; the first that is none, where one is. */
export function readNetworks(text: string): { networks: Network[] } | { odd: string } {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  const networks = words.map(readNetwork);
  const odd = words.find((_, place) => networks[place] === undefined);
  return odd === undefined ? { networks: networks.filter((one) => one !== undefined) } : { odd };
}

/** Whether an address lies in one of them. What is no address lies in none. */
export function liesWithin(address: string, networks: Network[]): boolean {
  const read = addressOf(address);
  if (read === undefined) return false;
  return networks.some(({ address: base, bits }) => {
    const rest = BigInt(128 - bits);
    return read.value >> rest === base >> rest;
  });
}

function readNetwork(text: string): Network | undefined {
  const [, before = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const read = addressOf(before);
  const own = read?.isShort ? 32 : 128;
  const bits = length === undefined ? own : Number(length);
  if (!read || bits > own) return undefined;
  return { text, address: read.value, bits: bits + 128 - own };
}

function addressOf(text: string): { value: bigint; isShort: boolean } | undefined {
  const short = shortValue(text);
  if (short !== undefined) return { value: mapped | short, isShort: true };
  // With a zone, as `fe80::1%eth0`, it is still that address.
  const [long = ""] = text.split("%");
  const value = longValue(long);
  return value === undefined ? undefined : { value, isShort: false };
}

const mapped = 0xffffn << 32n;

function shortValue(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function longValue(text: string): bigint | undefined {
  if (!text.includes(":") || !/^[\da-f:.]+$/i.test(text)) return undefined;
  const url = URL.parse(`http://[${text}]`);
  if (!url) return undefined;
  // The parser writes every address in one form: eight groups, the longest run of zeros left out.
  const [head = "", tail] = url.hostname.slice(1, -1).split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
