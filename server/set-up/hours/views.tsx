/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../ui/copyable.tsx";
import type { StepProps } from "../views.tsx";
import { words } from "../words.ts";

/** The first hours: in the playground where there may be one, and else on a real issue. */
export function FirstHours(props: StepProps) {
  const { frame, playground } = props;
  const { standing, refusal } = playground;
  const t = words[frame.language].hours;
  return (
    <>
      <p class="lead" safe>
        {refusal === undefined ? t.lead : t.refused[refusal]}
      </p>
      {refusal !== undefined && <Real {...props} />}
      <Playing {...props} />
      {(standing.state === "open" || standing.state === "kept") && (
        <form method="post" action="/admin/playground/removal">
          <p>
            <button class="danger" safe>
              {t.remove}
            </button>{" "}
            <small safe>{t.removal}</small>
          </p>
        </form>
      )}
    </>
  );
}

function Real({ frame }: StepProps) {
  const t = words[frame.language].hours;
  return (
    <>
      <p safe>{t.real}</p>
      <Copyable id="log" name="/log 15m" text="/log 15m" language={frame.language} />
    </>
  );
}

function Playing({ frame, playground, tone }: StepProps) {
  const { standing, refusal } = playground;
  const t = words[frame.language].hours;
  if (standing.state === "open") {
    return (
      <>
        <p safe>{t.isOpen}</p>
        <p class="actions">
          <a class={["button", tone]} href={standing.issue} safe>
            {t.issue}
          </a>
          <a class="button" href={standing.panel} safe>
            {t.panel}
          </a>
        </p>
      </>
    );
  }
  if (standing.state === "opening" || standing.state === "removing") {
    return (
      <p role="status">
        <span safe>{t.opening}</span>{" "}
        <a href="/admin/set-up" safe>
          {t.again}
        </a>
      </p>
    );
  }
  return (
    <>
      {standing.state === "kept" && <p safe>{t.kept}</p>}
      {refusal === undefined && (
        <form method="post" action="/admin/playground">
          <button class={tone} safe>
            {t.open}
          </button>
        </form>
      )}
    </>
  );
}
