import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { liesWithin, readNetworks } from "../../server/metrics/networks.ts";

function within(address: string, networks: string): boolean {
  const read = readNetworks(networks);
  if ("odd" in read) throw new Error(`${read.odd} is no network`);
  return liesWithin(address, read.networks);
}

test.each([
  ["10.1.2.3", "10.0.0.0/8", true],
  ["11.1.2.3", "10.0.0.0/8", false],
  ["::ffff:10.1.2.3", "10.0.0.0/8", true],
  ["192.168.1.5", "192.168.1.5", true],
  ["192.168.1.6", "192.168.1.5", false],
  ["192.168.1.6", "10.0.0.0/8, 192.168.1.4/30", true],
  ["8.8.8.8", "0.0.0.0/0", true],
  ["2001:db8::1", "0.0.0.0/0", false],
  ["fd00::1", "fd00::/8", true],
  ["fe80::1%eth0", "fe80::/10", true],
  ["::1", "::1", true],
  ["::2", "::1", false],
  ["1.2.3.4", "::/0", true],
  ["", "0.0.0.0/0", false],
  ["localhost", "0.0.0.0/0,::/0", false],
  ["10.0.0.1", "", false],
])("%s lies within %p: %p", (address, networks, expected) => {
  expect(within(address, networks)).toBe(expected);
});

test.each([
  "10.0.0.0/33",
  "10.0.0",
  "10.0.0.256",
  "010.0.0.1",
  "fd00::/129",
  "acme",
  "10.0.0.0/",
  "1::2::3",
  "10.0.0.0/8/8",
])("%s is no network", (text) => {
  expect(readNetworks(`127.0.0.1, ${text}`)).toEqual({ odd: text });
});

test("an address lies in a network exactly where its first bits are the network's", () => {
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 32 }), (address, base, bits) => {
      const first = (value: number) => value.toString(2).padStart(32, "0").slice(0, bits);
      expect(within(dotted(address), `${dotted(base)}/${bits}`)).toBe(first(address) === first(base));
    }),
  );
});
