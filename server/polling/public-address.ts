/**
 * Whether GitHub can deliver to an address from outside: https, and a name or an IP address of the open internet. Whether it really
 * answers there only a delivery can tell. Where it is not, svc asks GitHub instead of being told (D28).
 * @param url as PUBLIC_URL has it; what cannot be read is not public.
 */
export function isPublicAddress(url: string): boolean {
  const address = URL.parse(url);
  if (address?.protocol !== "https:") return false;
  // The parser has written every IPv4 address, also 0x7f.1 or 2130706433, as four numbers.
  const host = address.hostname.replace(/\.$/, "").toLowerCase();
  if (host.startsWith("[")) return isPublicV6(host.slice(1, -1));
  return isV4(host) ? isPublicV4(host) : isPublicName(host);
}

/** Names that the open DNS does not have: RFC 2606, 6762, 8375, ICANN's reservation of .internal, and what routers and firms use. */
const innerNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|example|invalid|onion)$/;

const isPublicName = (name: string) => /^[^.]+(\.[^.]+)+$/.test(name) && !innerNames.test(name);

const isV4 = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host);

/** What IANA's registry of special IPv4 addresses says is not reachable from everywhere. */
const innerV4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

function isPublicV4(host: string): boolean {
  const number = numberOf(host);
  return !innerV4.some(([start, bits]) => number >>> (32 - bits) === numberOf(start) >>> (32 - bits));
}

const numberOf = (v4: string) =>
  v4.split(".").reduce((number, part) => ((number << 8) | Number(part)) >>> 0, 0);

/** Only 2000::/3 is given out, of it 2001::/23 and 2001:db8::/32 to nobody; 64:ff9b::/96 and 2002::/16 stand for an IPv4 address. */
function isPublicV6(host: string): boolean {
  const parts = partsOf(host);
  const [first = 0, second = 0] = parts;
  const v4From = (place: number) =>
    [parts[place]! >> 8, parts[place]! & 255, parts[place + 1]! >> 8, parts[place + 1]! & 255].join(".");
  if (host.startsWith("64:ff9b::") && first === 0x64) return isPublicV4(v4From(6));
  if (first === 0x2002) return isPublicV4(v4From(1));
  const isGivenOut = first >>> 13 === 1;
  const isSpecial =
    (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || (first === 0x3fff && second < 0x1000);
  return isGivenOut && !isSpecial;
}

/** The eight numbers of an address as the URL parser writes it: at most one `::`, no dots. */
function partsOf(host: string): number[] {
  const [head = "", tail = ""] = host.split("::");
  const [before, after] = [head, tail].map((half) => (half === "" ? [] : half.split(":")));
  const zeros = host.includes("::") ? 8 - before!.length - after!.length : 0;
  return [...before!, ...Array<string>(zeros).fill("0"), ...after!].map((part) => parseInt(part, 16));
}
