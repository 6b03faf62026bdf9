import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { files } from "../../cli/files.ts";
import { aMe, aToken, svc } from "./running.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-private-"));
});
afterEach(() => rm(folder, { recursive: true }));

const bits = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe.if(process.platform !== "win32")("a file that is written privately", () => {
  test("is its owner's alone, in folders that are as well, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      await files.writePrivately(join(folder, "svc", "hosts.json"), "secret");
    } finally {
      process.umask(before);
    }
    expect(await bits(join(folder, "svc", "hosts.json"))).toBe("600");
    expect(await bits(join(folder, "svc"))).toBe("700");
    expect(await files.permissions(join(folder, "svc", "hosts.json"))).toBe(0o600);
  });

  test("leaves the folder of somebody else as it is", async () => {
    await chmod(folder, 0o755);
    await files.writePrivately(join(folder, "hosts.json"), "secret");
    expect(await bits(folder)).toBe("755");
  });

  test("takes the place of an open one at once, and closes it", async () => {
    const path = join(folder, "hosts.json");
    await writeFile(path, "old", { mode: 0o644 });
    const { ino } = await stat(path);
    await files.writePrivately(path, "new");
    expect(await readFile(path, "utf8")).toBe("new");
    expect(await bits(path)).toBe("600");
    expect((await stat(path)).ino).not.toBe(ino);
    expect(await readdir(folder)).toEqual(["hosts.json"]);
  });

  test("behind a link stays where it is", async () => {
    await mkdir(join(folder, "dotfiles"));
    await writeFile(join(folder, "dotfiles", "hosts.json"), "old");
    await symlink(join(folder, "dotfiles", "hosts.json"), join(folder, "hosts.json"));
    await files.writePrivately(join(folder, "hosts.json"), "new");
    expect((await lstat(join(folder, "hosts.json"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, "dotfiles", "hosts.json"), "utf8")).toBe("new");
  });

  test("that cannot be put in place leaves the old one, and nothing beside it", async () => {
    await mkdir(join(folder, "hosts.json", "in the way"), { recursive: true });
    const written = files.writePrivately(join(folder, "hosts.json"), "secret");
    expect(await written.catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect(await readdir(folder)).toEqual(["hosts.json"]);
  });

  test("written by many at once is whole", async () => {
    const path = join(folder, "hosts.json");
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000));
    await Promise.all(texts.map((text) => files.writePrivately(path, text)));
    expect(texts).toContain(await readFile(path, "utf8"));
    expect(await readdir(folder)).toEqual(["hosts.json"]);
  });
});

describe.if(process.platform !== "win32")("svc auth on a real disk", () => {
  const host = "https://hours.example.com";
  const around = () => ({ env: { SVC_CONFIG_DIR: join(folder, "svc") }, files });

  test("logs in, is used, is refused where others may read it, and logs out", async () => {
    const login = ["auth", "login", "--with-token", "--host", host];
    expect(await svc(login, [aMe()], { ...around(), input: aToken })).toMatchObject({ code: 0, stdout: "" });
    expect(await svc(["whoami"], [aMe()], around())).toMatchObject({ code: 0, stdout: "ada\n" });
    await chmod(join(folder, "svc", "hosts.json"), 0o640);
    const open = await svc(["whoami"], [aMe()], around());
    expect(open).toMatchObject({ code: 4, stdout: "", requests: [] });
    expect(open.stderr).toContain(
      "others on this machine may read or change it\n  Close it with: chmod 600 ",
    );
    await chmod(join(folder, "svc", "hosts.json"), 0o600);
    expect((await svc(["auth", "logout"], [], around())).code).toBe(0);
    expect(await readFile(join(folder, "svc", "hosts.json"), "utf8")).not.toContain(aToken.slice(4));
    expect(
      (await svc(["whoami"], [aMe()], { ...around(), env: { ...around().env, SVC_HOST: host } })).code,
    ).toBe(4);
  });
});
