import { isLoopback } from "./config/values.ts";

/**
 * Whether a request that names this host is meant for us: only PUBLIC_URL's, so that no page of another name (DNS
 * rebinding) and no forged link can stand on ours. On this machine every name of it will do, whatever the port.
 * @param host the Host header; null where there was none.
 */
export function isOurHost(host: string | null, publicUrl: string): boolean {
  const ours = new URL(publicUrl);
  const named = hostOf(host, ours.protocol);
  if (named === undefined) return false;
  return named.host === ours.host || (isLoopback(ours.hostname) && isLoopback(named.hostname));
}

/** Whether a probe may be asked under this host: load balancers know an instance by its address, which cannot be rebound. */
export function isAddress(host: string | null): boolean {
  const named = hostOf(host, "http:");
  return (
    named !== undefined && (isLoopback(named.hostname) || /^([\d.]+|\[[\da-f:.]+\])$/.test(named.hostname))
  );
}

function hostOf(host: string | null, protocol: string): URL | undefined {
  // Anything more than a name and a port could be read in two ways.
  if (!host || !/^([A-Za-z0-9.-]+|\[[\dA-Fa-f:.]+\])(:\d{1,5})?$/.test(host)) return undefined;
  return URL.parse(`${protocol}//${host}`) ?? undefined;
}
