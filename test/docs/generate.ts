import { referencePages } from "./reference/pages.ts";

// `bun run docs`: writes docs/reference from the code. What a page says is changed in the code it is made from.
for (const [path, text] of await referencePages()) {
  const before = Bun.file(path);
  if ((await before.exists()) && (await before.text()) === text) continue;
  await Bun.write(path, text);
  console.log(`${path} is written`);
}
