import { createHash, timingSafeEqual } from "node:crypto";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { isAddress, isOurHost } from "../host.ts";
import { liesWithin } from "./networks.ts";

// What a reverse proxy adds. Behind one every request comes from its address, so that address says nothing.
const signsOfProxy = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/**
 * Lets on whoever has METRICS_TOKEN, or asks from a network of METRICS_ALLOWED_NETWORKS by no proxy. For everybody else there is
 * nothing here. A browser on such a network has no token, and names a host of ours only where no other site sent it (DNS rebinding).
 * @param address the other end of the connection; undefined where it is not known.
 */
export function requireMetricsReader(
  { metrics, publicUrl }: Pick<Config, "metrics" | "publicUrl">,
  { headers }: Request,
  address: string | undefined,
): void {
  const { token, networks } = metrics;
  const [, sent] = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return;
  const host = headers.get("host");
  const isDirect = signsOfProxy.every((name) => !headers.has(name));
  const isHere = isOurHost(host, publicUrl) || isAddress(host);
  if (isDirect && isHere && address !== undefined && liesWithin(address, networks)) return;
  throw new AppError(
    "notFound",
    "not_found",
    "There is nothing at this address. Check it for typing errors.",
  );
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
