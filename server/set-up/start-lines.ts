import { linkMinutes } from "../sign-in/link.ts";

type Start = {
  /** Where people reach svc. */
  publicUrl: string;
  database: { server: boolean; dataDir: string };
  /** GitHub's site, where an App is connected. */
  github: string | undefined;
  /** The one-use sign-in link; undefined where there is none. */
  signIn: string | undefined;
  /** What is kept of a playground is opened again. */
  playground: boolean;
};

/** What a person at the terminal is told of a start: where svc is, and what to do first. */
export function startLines({ publicUrl, database, github, signIn, playground }: Start): string {
  const lines = [
    ["Ready", publicUrl],
    signIn !== undefined && ["Sign in once", signIn],
    signIn !== undefined && ["", `within ${linkMinutes} minutes of this start`],
    [
      "Database",
      database.server
        ? "the server of DATABASE_URL"
        : `svc's own PostgreSQL, in ${database.dataDir} (DATABASE_URL names a server instead)`,
    ],
    ["GitHub", github ?? "not connected: Set-up in the panel does it, or tries svc without"],
    playground && ["Playground", "kept from before, and opened again"],
  ];
  const shown = lines.filter((line) => line !== false);
  return ["svc is ready", ...shown.map(([name, text]) => `  ${name!.padEnd(14)}${text}`)].join("\n");
}

/** The same where what svc writes may be collected, and others may read it. */
export function linkFileLine(file: string): string {
  return `  Sign in   with the link in ${file}   (once, within ${linkMinutes} minutes)`;
}

/** The same where the file cannot be written. */
export function noLinkLine(dataDir: string, reason: string): string {
  return `  Sign in   The link could not be written to ${dataDir} (${reason}). Make that a folder svc may write to, and start it again.`;
}
