/** @jsxImportSource @kitajs/html */
import { Badge } from "../../ui/badge.tsx";
import type { Frame } from "../../ui/frame.ts";
import type { Href } from "../../ui/href.ts";
import { Page } from "../../ui/page.tsx";
import type { Clock } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import { entryPage } from "../../entries/page-address.ts";
import type { Check } from "./checks.ts";
import { words } from "./words.ts";

export type Props = {
  frame: Frame;
  clock: Clock;
  checks: Check[];
  /** Undefined where the environment decides. */
  stored: { slug: string; canSwitch: boolean; canDownload: boolean; installAt: Href | undefined } | undefined;
  organisations: string[];
  publicUrl: string;
  /** Where the confirmation of the last comment is. */
  reply: Href | undefined;
};

/** What is well about the connection and what is not, looked at anew while anything is not. */
export function SelfTestPage(props: Props) {
  const { frame, checks, stored } = props;
  const t = words[frame.language];
  const isDone = checks.every(({ state }) => state === "good");
  return (
    <Page frame={frame} title={t.title} current="setUp">
      <p class="lead" safe>
        {stored ? t.lead(stored.slug) : t.fromEnvironment}
      </p>
      {isDone ? (
        <div id="checks">
          <Checks {...props} />
        </div>
      ) : (
        <div
          id="checks"
          hx-get="/admin/set-up/github"
          hx-select="#checks"
          hx-target="#checks"
          hx-swap="outerHTML"
          hx-trigger="every 5s"
        >
          <Checks {...props} />
        </div>
      )}
      <p>
        <a class="button" href="/admin/set-up/github" safe>
          {t.again}
        </a>
      </p>
      <More {...props} />
    </Page>
  );
}

function Checks(props: Props) {
  const { frame, checks } = props;
  const t = words[frame.language];
  const tones = { good: "good", bad: "bad", waiting: "plain" } as const;
  return (
    <dl class="facts card">
      {checks.map((check) => (
        <>
          <dt safe>{t.checks[check.name]}</dt>
          <dd data-check={check.name} data-state={check.state}>
            <Badge text={t.states[check.state]} tone={tones[check.state]} /> <Told {...props} check={check} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Told({ check, ...props }: Props & { check: Check }) {
  const t = words[props.frame.language];
  if (check.name === "credentials")
    return <span safe>{check.problem ?? t.credentials(check.slug ?? "")}</span>;
  if (check.name === "permissions") return <span safe>{permissionsTold(check, t)}</span>;
  if (check.name === "installation") return <Installation {...props} check={check} />;
  if (check.name === "hearing") return <Hearing {...props} check={check} />;
  if (check.name === "clock") {
    const { state, skewSeconds } = check;
    return <span safe>{state === "bad" ? t.clock.bad(skewSeconds ?? 0) : t.clock[state]}</span>;
  }
  return <Try {...props} check={check} />;
}

type Words = (typeof words)["en"];
type Named<Name extends Check["name"]> = { check: Extract<Check, { name: Name }> };

function permissionsTold({ state, missing, event }: Named<"permissions">["check"], t: Words): string {
  if (state !== "bad") return t.permissions[state];
  const names = missing.join(", ");
  return [missing.length > 0 && t.permissions.missing(names), !event && t.permissions.event]
    .filter(Boolean)
    .join(" ");
}

function Installation({ frame, check, stored, organisations }: Props & Named<"installation">) {
  const t = words[frame.language].installation;
  const { state, missing, suspended, problem } = check;
  if (problem !== undefined) return <span safe>{problem}</span>;
  if (state === "good") return <span safe>{t.good(organisations.join(", "))}</span>;
  const install = stored?.installAt;
  return (
    <>
      <span safe>
        {missing.length > 0
          ? t.missing(missing.join(", "))
          : suspended.length > 0
            ? t.suspended(suspended.join(", "))
            : t.none}
      </span>{" "}
      {install && (
        <a href={install} safe>
          {t.install}
        </a>
      )}{" "}
      {stored !== undefined && (
        <a href="/admin/set-up/github/installed" safe>
          {t.choose}
        </a>
      )}
    </>
  );
}

function Hearing({ frame, clock, check }: Props & Named<"hearing">) {
  const t = words[frame.language].hearing;
  const { how, state, at, problem } = check;
  const told = {
    webhook: state === "good" ? t.webhook : t.webhookWaiting,
    polling: state === "good" ? t.polling : t.pollingWaiting,
    switching: t.switching,
  };
  return (
    <>
      <span safe>{problem ?? told[how]}</span>{" "}
      {at !== null && (
        <small>
          <span safe>{t.last}</span> <Time at={at} clock={clock} />
        </small>
      )}
    </>
  );
}

function Try({ frame, check, reply }: Props & Named<"try">) {
  const t = words[frame.language].try;
  const { tried, state } = check;
  if (!tried) {
    return (
      <>
        <span safe>{t.waiting}</span> <code>/log 15m</code>
      </>
    );
  }
  return (
    <>
      <span safe>{state === "good" ? t.good : t.recorded}</span>{" "}
      <a href={entryPage(tried.kind, tried.entryId)} safe>
        {t.entry}
      </a>{" "}
      {reply && (
        <a href={reply} rel="noreferrer" safe>
          {t.reply}
        </a>
      )}
    </>
  );
}

/** What can be done with an App that was connected here. */
function More({ frame, stored, publicUrl }: Props) {
  const t = words[frame.language];
  if (!stored) return <></>;
  return (
    <>
      {stored.canSwitch && (
        <form method="post" action="/admin/set-up/github/webhooks">
          <h2 safe>{t.switch.title}</h2>
          <p safe>{t.switch.lead(publicUrl)}</p>
          <button class="primary" safe>
            {t.switch.submit}
          </button>
        </form>
      )}
      {stored.canDownload && (
        <form method="post" action="/admin/set-up/github/download">
          <h2 safe>{t.download.title}</h2>
          <p safe>{t.download.lead}</p>
          <button safe>{t.download.submit}</button>
        </form>
      )}
      <p>
        <a href="/admin/set-up/github/new" safe>
          {t.another}
        </a>
      </p>
    </>
  );
}
