import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  lstatSync,
  readlinkSync,
  writeFileSync,
  linkSync,
  copyFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ignoredBy, readDockerfile, type Stage } from "./dockerfile.ts";

const context = join(import.meta.dir, "../..");

/** What an image would hold and how it would be run, made by following the Dockerfile without an engine. As root alone. */
export type Image = {
  root: string;
  settings: Record<string, string>;
  user: string;
  workdir: string;
  entrypoint: string[];
  healthcheck: string[];
  remove(): void;
};

/** Follows the Dockerfile. In place of the base image stands this machine, with the Bun that runs this. */
export async function buildImage(): Promise<Image> {
  const scratch = mkdtempSync("/var/tmp/svc-image-");
  const stages = readDockerfile(await Bun.file(join(context, "Dockerfile")).text());
  const dockerignore = await Bun.file(join(context, ".dockerignore")).text();
  const roots = new Map<string | undefined, string>();
  let built: Omit<Image, "remove"> | undefined;
  for (const [place, stage] of stages.entries()) {
    const root = join(scratch, String(place));
    makeBase(root);
    built = { root, ...(await follow(stage, { root, roots, dockerignore })) };
    roots.set(stage.name, root);
  }
  return { ...built!, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

function makeBase(root: string): void {
  for (const folder of ["usr", "proc", "dev", "tmp", "etc", "root", "cache", "image/bin"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ["bin", "sbin", "lib", "lib64"]) {
    if (lstatSync(`/${folder}`, { throwIfNoEntry: false })?.isSymbolicLink())
      symlinkSync(readlinkSync(`/${folder}`), join(root, folder));
  }
  const ofSystem = [
    "passwd",
    "group",
    "shadow",
    "gshadow",
    "login.defs",
    "nsswitch.conf",
    "hosts",
    "resolv.conf",
    "ld.so.cache",
    "ssl",
    "localtime",
    "alternatives",
    "pam.d",
    "default",
  ];
  for (const name of ofSystem)
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, join(root, "etc", name), { recursive: true, dereference: true });
  if (existsSync(join(homedir(), ".npmrc"))) cpSync(join(homedir(), ".npmrc"), join(root, "root/.npmrc"));
  const bun = join(root, "image/bin/bun");
  try {
    linkSync(process.execPath, bun);
  } catch {
    copyFileSync(process.execPath, bun); // On another disk.
  }
}

type Surroundings = { root: string; roots: Map<string | undefined, string>; dockerignore: string };

async function follow({ steps }: Stage, { root, roots, dockerignore }: Surroundings) {
  const image = {
    settings: {} as Record<string, string>,
    user: "0:0",
    workdir: "/",
    entrypoint: [] as string[],
    healthcheck: [] as string[],
  };
  for (const { instruction, text } of steps) {
    switch (instruction) {
      case "WORKDIR":
        image.workdir = text;
        mkdirSync(join(root, text), { recursive: true });
        break;
      case "COPY": {
        const words = text.split(/\s+/);
        const from = /^--from=(.*)$/.exec(words[0]!)?.[1];
        const [target = "", ...sources] = words.slice(from === undefined ? 0 : 1).reverse();
        for (const source of sources.reverse())
          copy(
            from === undefined ? context : roots.get(from)!,
            source,
            join(root, target.startsWith("/") ? "" : image.workdir, target),
            from === undefined ? dockerignore : undefined,
          );
        break;
      }
      case "RUN": {
        const made = await enter(
          { root, user: "0:0", workdir: image.workdir, settings: { BUN_INSTALL_CACHE_DIR: "/cache" } },
          ["/bin/sh", "-c", text],
          "writable",
        ).done();
        if (made.code !== 0) throw new Error(`RUN ${text}: ${made.said}`);
        break;
      }
      case "ENV":
        for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) image.settings[name!] = value!;
        break;
      case "USER":
        image.user = text;
        break;
      case "ENTRYPOINT":
        image.entrypoint = JSON.parse(text) as string[];
        break;
      case "HEALTHCHECK":
        image.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(text)![1]!) as string[];
        break;
      case "LABEL":
      case "VOLUME":
      case "EXPOSE":
      case "STOPSIGNAL":
        break;
      default:
        throw new Error(`${instruction} is not followed here.`);
    }
  }
  return image;
}

function copy(from: string, source: string, target: string, dockerignore: string | undefined): void {
  const path = join(from, source.replace(/^\//, ""));
  const isFolder = lstatSync(path).isDirectory();
  const into = isFolder || (!/\/\.?$/.test(target) && !target.endsWith("/")) ? target : join(target, source);
  mkdirSync(dirname(into), { recursive: true });
  cpSync(path, into, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => dockerignore === undefined || !ignoredBy(dockerignore, each.slice(from.length + 1)),
  });
}

type Where = { root: string; user: string; workdir: string; settings: Record<string, string> };

/**
 * Runs something in it, in mounts of its own: `sealed` is as a container with a root that cannot be written to runs, with
 * /data and /tmp in memory; with `beside`, in the mounts of a process that was entered so.
 */
export function enter(
  { root, user, workdir, settings }: Where,
  command: string[],
  how: "writable" | "sealed" | { beside: number },
) {
  const path = "/image/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const variables = Object.entries({ PATH: path, HOME: "/root", ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const inside = [
    "chroot",
    `--userspec=${user}`,
    root,
    "/usr/bin/env",
    "-i",
    "-C",
    workdir,
    ...variables,
    ...command,
  ];
  const mounts =
    how === "writable"
      ? []
      : [
          'mount --bind "$R" "$R"',
          'mount -o remount,bind,ro "$R"',
          `mkdir -p "$R/data"; mount -t tmpfs -o mode=700,uid=${user.split(":")[0]},gid=${user.split(":")[1]} none "$R/data"`,
          'mount -t tmpfs -o mode=1777 none "$R/tmp"',
        ];
  const script = [
    ...mounts,
    'mount --rbind -o ro /usr "$R/usr"',
    'mount --rbind /proc "$R/proc"',
    'mount --rbind /dev "$R/dev"',
    ...(how === "writable" ? ['mount --bind "$C" "$R/cache"'] : []),
    'exec "$@"',
  ].join(" && ");
  const cache = join(homedir(), ".bun/install/cache");
  mkdirSync(cache, { recursive: true });
  const child = Bun.spawn(
    typeof how === "object"
      ? ["nsenter", "-t", String(how.beside), "-m", ...inside]
      : [
          "unshare",
          "--mount",
          "/bin/sh",
          "-c",
          script.replaceAll('mkdir -p "$R/data"; ', ""),
          "sh",
          ...inside,
        ],
    {
      env: { PATH: process.env["PATH"] ?? "", R: root, C: cache },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  return {
    child,
    async done(): Promise<{ code: number; said: string }> {
      const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
      return { code: await child.exited, said: said.join("") };
    },
  };
}

/** Whether this machine lets us do that. */
export function canEnter(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  return Bun.spawnSync(["unshare", "--mount", "true"]).exitCode === 0;
}

export function writeSecret(root: string, name: string, text: string): string {
  const path = `/run/secrets/${name}`;
  mkdirSync(join(root, "run/secrets"), { recursive: true });
  writeFileSync(join(root, path), text, { mode: 0o444 });
  return path;
}
