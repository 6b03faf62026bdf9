import { relative } from "node:path";

/** The lowest version of a package that has the fix, and the advisory that asks for it. */
export type Floor = { package: string; floor: string; reason: string };
export type Copy = { package: string; version: string; place: string };

/** Copies that lie below a reviewed floor; and floors of packages that are gone, which would guard nothing. */
export function floorProblems(floors: Floor[], copies: Copy[]): string[] {
  return floors.flatMap((floor) => {
    const ofPackage = copies.filter((copy) => copy.package === floor.package);
    if (ofPackage.length === 0) return [`${floor.package} is nowhere to be found: remove its floor`];
    return ofPackage
      .filter(({ version }) => !(Bun.semver.order(version, floor.floor) >= 0))
      .map(
        ({ version, place }) =>
          `${floor.package} ${version} (${place}) is below ${floor.floor}: ${floor.reason}`,
      );
  });
}

/** Every copy of these packages under node_modules, nested ones too. */
export async function installedCopies(names: string[], root = "."): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of names) {
    const places = new Bun.Glob(`**/node_modules/${name}/package.json`);
    for await (const place of places.scan({ cwd: root, dot: true, absolute: true })) {
      const { version } = (await Bun.file(place).json()) as { version: string };
      copies.push({ package: name, version, place: relative(root, place) });
    }
  }
  return copies;
}

/** Every copy that a bun.lock names. */
export function lockedCopies(lockfile: string): Copy[] {
  const { packages } = Bun.JSONC.parse(lockfile) as { packages: Record<string, [string, ...unknown[]]> };
  return Object.entries(packages).map(([key, [id]]) => {
    const at = id.lastIndexOf("@");
    return { package: id.slice(0, at), version: id.slice(at + 1), place: `bun.lock: ${key}` };
  });
}
