import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const deploy = join(import.meta.dir, "../../deploy");
/** The name that the files in deploy/ have for svc. */
export const publicHost = "svc.example.com";

/** What a browser, a program or GitHub sees of svc: a proxy before several of them. */
export type Door = {
  url: string;
  /** With which it is asked, beside an address on loopback. */
  headers: Record<string, string>;
  tls: { rejectUnauthorized: false };
  /** Takes what GitHub delivers. */
  receive(request: Request): Promise<Response>;
  stop(): Promise<void>;
};

type Kind = "haproxy" | "nginx";
type Ports = { http: number; https: number };

/**
 * Starts one with the file that is in deploy/, of which ports, certificate and instances alone are others.
 * @param instances the ports of svc on this machine.
 */
export async function startReverseProxy(kind: Kind, program: string, instances: number[]): Promise<Door> {
  const folder = mkdtempSync(join(tmpdir(), `svc-${kind}-`));
  // Its workers are another user's.
  chmodSync(folder, 0o777);
  makeCertificate(folder);
  const ports = { http: freePort(), https: freePort() };
  const command = { haproxy, nginx }[kind]({ folder, ports, instances });
  const child = Bun.spawn([program, ...command], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const url = `https://127.0.0.1:${ports.https}`;
  const way = { headers: { host: publicHost }, tls: { rejectUnauthorized: false } } as const;
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries === 200)
      throw new Error(`${kind} did not start: ${await new Response(child.stderr).text()}`);
    if ((await fetch(`${url}/healthz`, way).catch(() => undefined))?.status === 200) break;
    await Bun.sleep(50);
  }
  return {
    url,
    ...way,
    async receive(request) {
      const headers = { ...Object.fromEntries(request.headers), ...way.headers };
      const body = await request.arrayBuffer();
      return fetch(url + new URL(request.url).pathname, { ...way, method: request.method, headers, body });
    },
    async stop() {
      child.kill("SIGTERM");
      const stuck = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await child.exited;
      clearTimeout(stuck);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Setup = { folder: string; ports: Ports; instances: number[] };

function haproxy({ folder, ports, instances }: Setup): string[] {
  const config = changed("haproxy.cfg", [
    ["bind :80", `bind 127.0.0.1:${ports.http}`],
    ["bind :443 ssl crt /etc/ssl/svc/svc.pem", `bind 127.0.0.1:${ports.https} ssl crt ${folder}/svc.pem`],
    [
      "  server svc1 127.0.0.1:3000",
      instances.map((port) => `  server svc${port} 127.0.0.1:${port}`).join("\n"),
    ],
  ]);
  writeFileSync(join(folder, "haproxy.cfg"), config);
  return ["-db", "-f", join(folder, "haproxy.cfg")];
}

/** The file is one for `http`; what is around it Debian's package has in its own. */
function nginx({ folder, ports, instances }: Setup): string[] {
  const site = changed("nginx.conf", [
    ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${ports.https} ssl http2;`],
    ["listen [::]:443 ssl http2;", ""],
    ["/etc/ssl/svc/fullchain.pem", `${folder}/svc.pem`],
    ["/etc/ssl/svc/privkey.pem", `${folder}/svc.pem`],
    [
      "  server 127.0.0.1:3000 max_fails=2 fail_timeout=5s;",
      instances.map((port) => `  server 127.0.0.1:${port} max_fails=2 fail_timeout=5s;`).join("\n"),
    ],
  ]);
  writeFileSync(join(folder, "site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      "daemon off;",
      `pid ${folder}/pid;`,
      `error_log ${folder}/error.log;`,
      "events {}",
      "http {",
      "access_log off;",
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      `include ${folder}/site.conf;`,
      "}",
      "",
    ].join("\n"),
  );
  return ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
}

/** The file with other values. Throws where one of the old ones is not there any more. */
function changed(name: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(join(deploy, name), "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no longer: ${from}`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const wanted = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${publicHost}`];
  const { success, stderr } = Bun.spawnSync([
    "openssl",
    ...["req", "-x509", ...wanted, "-keyout", key, "-out", certificate],
  ]);
  if (!success) throw new Error(`openssl: ${stderr.toString().slice(-300)}`);
  writeFileSync(join(folder, "svc.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
}
