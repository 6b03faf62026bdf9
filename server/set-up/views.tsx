/** @jsxImportSource @kitajs/html */
import { Badge } from "../ui/badge.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import type { Refusal, Standing } from "../playground/playground.ts";
import { Client, Connection, Production, Token } from "./later/views.tsx";
import { FirstHours } from "./hours/views.tsx";
import type { Step, StepName } from "./steps.ts";
import { words } from "./words.ts";

export type Props = {
  frame: Frame;
  steps: Step[];
  dismissed: boolean;
  /** Of the playground, where there may be one. */
  playground: { standing: Standing; refusal: Refusal | undefined };
  connected: boolean;
  publicUrl: string;
  ownDatabase: boolean;
};

/** The way from nothing to a working svc. What is to be done next has the one button that stands out. */
export function SetUpPage(props: Props) {
  const { frame, steps, dismissed } = props;
  const t = words[frame.language];
  const next = steps.find(({ done }) => !done)?.name;
  const count = steps.filter(({ done }) => done).length;
  return (
    <Page frame={frame} title={t.title} current="setUp">
      <p class="lead" safe>
        {t.lead}
      </p>
      <p safe>{next === undefined ? t.all : t.progress(count, steps.length)}</p>
      {steps.map((step, place) => (
        <section aria-labelledby={`step-${step.name}`}>
          <h2 id={`step-${step.name}`}>
            <span safe>{`${place + 1}. ${t.steps[step.name]}`}</span>{" "}
            <Badge text={step.done ? t.done : t.toDo} tone={step.done ? "good" : "plain"} />
          </h2>
          <What {...props} step={step} tone={step.name === next ? "primary" : ""} />
        </section>
      ))}
      {!dismissed && (
        <form method="post" action="/admin/set-up/dismissal">
          <h2 class="unseen" safe>
            {t.dismiss}
          </h2>
          <p>
            <button class="quiet" safe>
              {t.dismiss}
            </button>{" "}
            <small safe>{t.dismissal}</small>
          </p>
        </form>
      )}
    </Page>
  );
}

export type StepProps = Props & { step: Step; /** Of its first button. */ tone: "primary" | "" };

function What(props: StepProps) {
  const parts: Record<StepName, (props: StepProps) => JSX.Element> = {
    signIn: ({ frame }) => <p safe>{words[frame.language].signIn}</p>,
    hours: FirstHours,
    github: Connection,
    client: Client,
    token: Token,
    production: Production,
  };
  const Part = parts[props.step.name];
  return <Part {...props} />;
}
