import { nearest } from "../nearest.ts";
import type { Environment } from "./read.ts";
import { settings } from "./settings.ts";

/** Names that the `svc` command reads, which often share an environment with the server. */
const ofTheCommand = [
  "SVC_HOST",
  "SVC_TOKEN",
  "SVC_TOKEN_FILE",
  "SVC_CONFIG_DIR",
  "SVC_DEBUG",
  "SVC_NO_COLOR",
  "SVC_PAGER",
  "SVC_TZ",
];
const plain = Object.keys(settings);
const files = Object.entries(settings).flatMap(([name, { secret }]) => (secret ? `${name}_FILE` : []));
const ours = new Set([...plain, ...files, ...ofTheCommand]);

/** A warning for each name in the environment that reads as if it were meant for svc, and is not one of its settings (design §4). */
export function unknownNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => !ours.has(name) && !isOfThePlatform(name, env))
    .sort()
    .flatMap((name) => warningAbout(name) ?? []);
}

function warningAbout(name: string): string | undefined {
  const upper = name.toUpperCase();
  const withoutFile = upper.replace(/_FILE$/, "");
  if (upper !== withoutFile && plain.includes(withoutFile))
    return `${name} is ignored: only secrets are read from files. Set ${withoutFile} itself.`;
  const meant = meantName(upper);
  if (meant) return `${name} is not a setting of svc and is ignored. Did you mean ${meant}?`;
  if (upper.startsWith("SVC_"))
    return `${name} is not a setting of svc and is ignored. See .env.example for all of them.`;
  return undefined;
}

function meantName(upper: string): string | undefined {
  const bare = upper.replace(/^SVC_/, "").replace(/_PATH$/, "_FILE");
  if (ours.has(bare)) return bare;
  // Short names are near too many words that mean something else: POST, HOME, ROOT.
  return upper.length < 6 ? undefined : [...ours].find((known) => isSlipOf(upper, known));
}

/** Compared word by word: as a whole, GITHUB_ENV and GITHUB_URL are close. */
function isSlipOf(name: string, known: string): boolean {
  if (name.replaceAll("_", "") === known.replaceAll("_", "")) return true;
  const [words, knownWords] = [name.split("_"), known.split("_")];
  return (
    words.length === knownWords.length &&
    words.every((word, i) => nearest(word, [knownWords[i]!]) ?? nearest(knownWords[i]!, [word]))
  );
}

/** Kubernetes sets SVC_PORT_… beside a service that is called svc. */
function isOfThePlatform(name: string, env: Environment): boolean {
  return /^SVC_(SERVICE|PORT)(_|$)/.test(name) && env["SVC_SERVICE_HOST"] !== undefined;
}
