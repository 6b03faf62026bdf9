import { expect, test } from "bun:test";
import { catalogue, type CommandName, usage, usageOf } from "../../server/commands/catalogue.ts";
import { readCommand } from "../../server/commands/command.ts";

const nothing = { operands: [], options: {} };

test.each([
  [[], { kind: "start", ...nothing }],
  [["start"], { kind: "start", ...nothing }],
  [["config"], { kind: "config", ...nothing }],
  [["backup", "a"], { kind: "backup", operands: ["a"], options: {} }],
  [["backup", "--force", "a"], { kind: "backup", operands: ["a"], options: { "--force": true } }],
  [["move-to", "postgres://h/d"], { kind: "move-to", operands: ["postgres://h/d"], options: {} }],
  [["restore", "a=b"], { kind: "restore", operands: ["a=b"], options: {} }],
  [["login-link", "--user", "ada"], { kind: "login-link", operands: [], options: { "--user": "ada" } }],
  [["login-link", "--user=ada"], { kind: "login-link", operands: [], options: { "--user": "ada" } }],
  [["admin", "grant", "ada"], { kind: "admin grant", operands: ["ada"], options: {} }],
  [
    ["tokens", "revoke", "--user", "ada", "--all"],
    { kind: "tokens revoke", operands: [], options: { "--user": "ada", "--all": true } },
  ],
  [["--help"], { kind: "help" }],
  [["help"], { kind: "help" }],
  [["help", "admin", "grant"], { kind: "help", of: "admin grant" }],
  [["backup", "--help"], { kind: "help", of: "backup" }],
  [["tokens", "revoke", "-h"], { kind: "help", of: "tokens revoke" }],
])("%p is understood", (args, command) => {
  expect(readCommand(args)).toEqual({ value: command as never });
});

test.each([
  [["bakcup", "a"], 'There is no command "bakcup". Did you mean backup?'],
  [["tokens"], 'There is no command "tokens"'],
  [["tokens", "revke", "--all"], 'There is no command "tokens revke". Did you mean tokens revoke?'],
  [["admin", "ada"], 'There is no command "admin ada".'],
  [["--print-config"], "There is no command"],
  [["start", "now"], "start does not take so many arguments"],
  [["backup"], "backup needs FILE"],
  [["backup", "a", "b"], "backup does not take so many arguments"],
  [["backup", "a", "--froce"], "backup does not take the option --froce"],
  [["backup", "a", "--force=yes"], "backup takes --force without a value"],
  [["restore", "a", "--force"], "restore does not take the option --force"],
  [["restore", ""], "restore needs FILE"],
  [["move-to"], "move-to needs DATABASE_URL"],
  [["move-to", "postgres://u:ge", "heim@h/d"], "move-to does not take so many arguments"],
  [["move-to", "--u:geheim@h/d"], "move-to does not take that option"],
  [["login-link", "--user"], "login-link needs LOGIN after --user"],
  [["login-link", "--user", "--all"], "login-link needs LOGIN after --user"],
  [["login-link", "ada"], "login-link does not take so many arguments"],
  [["admin", "grant"], "admin grant needs LOGIN"],
  [["tokens", "revoke", "--user", "ada"], "tokens revoke needs --all"],
  [["tokens", "revoke", "--all"], "tokens revoke needs --user LOGIN"],
])("%p is refused with what there is", (args, said) => {
  const read = readCommand(args) as { problem: string };
  expect(read.problem).toStartWith(said);
  expect(read.problem).toContain("Usage:");
  expect(read.problem).not.toContain("heim");
});

const names = Object.keys(catalogue) as CommandName[];

test("every command tells of itself, with examples that are understood as that command", () => {
  for (const name of names) {
    expect(usage()).toContain(`  ${catalogue[name].words.join(" ")}`);
    for (const example of catalogue[name].examples) {
      expect(usageOf(name)).toContain(`bun server/main.ts ${example}\n`);
      expect([name, readCommand(example.split(" "))]).toEqual([
        name,
        { value: expect.objectContaining({ kind: name }) },
      ]);
    }
  }
});

test("help fits a terminal", () => {
  const lines = [usage(), ...names.map(usageOf)].join("\n").split("\n");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(180);
});
