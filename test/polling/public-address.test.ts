import { describe, expect, test } from "bun:test";
import { isPublicAddress } from "../../server/polling/public-address.ts";

describe("GitHub can deliver to", () => {
  test.each([
    "https://svc.example.com",
    "https://svc.example.com.",
    "https://SVC.Example.COM:8443",
    "https://hours.acme.nl",
    "https://hours.local.acme.nl",
    "https://test.acme.nl",
    "https://8.8.8.8",
    "https://172.15.0.1",
    "https://172.32.0.1",
    "https://100.63.255.255",
    "https://100.128.0.1",
    "https://169.253.1.1",
    "https://198.20.0.1",
    "https://[2a01:4f8::1]",
    "https://[2606:4700:4700::1111]",
    "https://[64:ff9b::808:808]",
  ])("%s", (url) => expect(isPublicAddress(url)).toBe(true));
});

describe("GitHub cannot deliver to", () => {
  test.each([
    // Not encrypted, or no address at all.
    "http://svc.example.com",
    "http://localhost:3000",
    "svc.example.com",
    "ftp://svc.example.com",
    "https://",
    "",
    // This machine.
    "https://localhost",
    "https://svc.localhost",
    "https://127.0.0.1",
    "https://127.1",
    "https://0x7f.1",
    "https://2130706433",
    "https://0177.0.0.1",
    "https://0.0.0.0",
    "https://[::1]",
    "https://[::]",
    // Private, link-local, shared by a provider, for documentation, multicast.
    "https://10.1.2.3",
    "https://172.16.0.1",
    "https://172.31.255.255",
    "https://192.168.178.20:3000",
    "https://169.254.169.254",
    "https://100.64.0.1",
    "https://100.127.255.255",
    "https://192.0.2.1",
    "https://198.19.255.255",
    "https://224.0.0.1",
    "https://255.255.255.255",
    "https://[fc00::1]",
    "https://[fd12:3456::1]",
    "https://[fe80::1]",
    "https://[febf::1]",
    "https://[ff02::1]",
    "https://[2001:db8::1]",
    "https://[2001::1]",
    "https://[3fff::1]",
    "https://[::ffff:8.8.8.8]",
    "https://[::ffff:192.168.0.1]",
    "https://[64:ff9b::c0a8:1]",
    "https://[2002:c0a8:1::1]",
    // Names of a network of one's own.
    "https://svc",
    "https://svc.",
    "https://nas.local",
    "https://NAS.LOCAL.",
    "https://svc.internal",
    "https://svc.eu-west-1.compute.internal",
    "https://svc.test",
    "https://svc.lan",
    "https://svc.home.arpa",
    "https://svc.corp",
    "https://svc.invalid",
  ])("%s", (url) => expect(isPublicAddress(url)).toBe(false));
});
