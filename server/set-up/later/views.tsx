/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../ui/copyable.tsx";
import type { StepProps } from "../views.tsx";
import { words } from "../words.ts";

export function Connection({ frame, step, tone, connected }: StepProps) {
  const t = words[frame.language].github;
  return (
    <>
      <p class="lead" safe>
        {step.done ? t.done : connected ? t.waiting : t.lead}
      </p>
      <p>
        <a class={["button", tone]} href="/admin/set-up/github" safe>
          {connected ? t.see : t.link}
        </a>
      </p>
    </>
  );
}

export function Client({ frame, step, tone }: StepProps) {
  const t = words[frame.language].client;
  if (step.done) {
    return (
      <p>
        <span safe>{t.done}</span>{" "}
        <a href="/admin/mappings" safe>
          {t.see}
        </a>
      </p>
    );
  }
  return (
    <>
      <p class="lead" safe>
        {t.lead}
      </p>
      <p class="actions">
        <a class={["button", tone]} href="/admin/clients/new" safe>
          {t.client}
        </a>
        <a class="button" href="/admin/mappings/new" safe>
          {t.mapping}
        </a>
      </p>
    </>
  );
}

export function Token({ frame, step, tone, publicUrl }: StepProps) {
  const t = words[frame.language].token;
  if (step.done) {
    return (
      <p>
        <span safe>{t.done}</span>{" "}
        <a href="/admin/tokens" safe>
          {t.see}
        </a>
      </p>
    );
  }
  const { language } = frame;
  return (
    <>
      <p class="lead" safe>
        {t.lead}
      </p>
      <Copyable id="log-in" name={t.line} text={`svc auth login --host ${publicUrl}`} language={language} />
      <p safe>{t.use}</p>
      <Copyable id="first-list" name={t.line} text="svc entries" language={language} />
      <p>
        <a class={["button", tone]} href="/admin/tokens/new" safe>
          {t.link}
        </a>
      </p>
    </>
  );
}

export function Production({ frame, step, publicUrl, ownDatabase }: StepProps) {
  const t = words[frame.language].production;
  return (
    <>
      <p class="lead" safe>
        {step.done ? t.done(publicUrl) : t.lead(publicUrl)}
      </p>
      {!step.done && (
        <>
          <p safe>{t.set}</p>
          <ul>
            <li>
              <code>HOST=0.0.0.0</code>
            </li>
            <li>
              <code>PUBLIC_URL=https://hours.example.com</code>
            </li>
          </ul>
          <p safe>{t.poll}</p>
        </>
      )}
      <p safe>{ownDatabase ? t.database.embedded : t.database.server}</p>
    </>
  );
}
