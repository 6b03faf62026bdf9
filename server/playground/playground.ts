import { isLoopback } from "../config/values.ts";
import type { WebAddress } from "./web-address.ts";

/** The playground of an svc: a second svc with a database and a simulated GitHub of its own, in the same process. */
export type Playground = {
  standing(): Standing;
  /** Why it may not be opened; undefined where it may. */
  refusal(): Refusal | undefined;
  /** Makes it where there is none, and starts it. Throws an AppError with what to do where that fails. */
  open(): Promise<Opened>;
  /** Stops it and deletes all that it kept, and nothing else. @returns how many entries were in it, where that could be told. */
  remove(): Promise<{ entries: number }>;
  /** How many entries stand in it; 0 while it is not open. */
  entries(): Promise<number>;
};

/** `kept`: its data are there, and it does not run. */
export type Standing = { state: "none" | "opening" | "removing" | "kept" } | ({ state: "open" } & Opened);

export type Opened = {
  /** The page of the sample issue. */
  issue: WebAddress;
  /** Its panel, by way of signing in there. */
  panel: WebAddress;
};

export type Refusal = "public" | "production" | "connected";

type Conditions = { host: string; publicUrl: string; production: boolean; connected: boolean };

/** Whoever reaches a playground may do anything there, so it is for this machine alone, and never beside real work. */
export function refusalOf({ host, publicUrl, production, connected }: Conditions): Refusal | undefined {
  if (!isLoopback(host) || !isLoopback(new URL(publicUrl).hostname)) return "public";
  if (production) return "production";
  return connected ? "connected" : undefined;
}

/**
 * The name under which browsers reach the playground: another one of this machine than svc's, since browsers keep cookies by name,
 * and not by port.
 */
export function hostBeside(publicUrl: string): "127.0.0.1" | "localhost" {
  return new URL(publicUrl).hostname === "127.0.0.1" ? "localhost" : "127.0.0.1";
}
