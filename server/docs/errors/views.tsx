/** @jsxImportSource @kitajs/html */
import { statusOf, titleOf } from "../../errors.ts";
import type { Code } from "../../openapi/codes/code.ts";
import { codeGroups, fieldCodes } from "../../openapi/codes/codes.ts";
import type { Frame } from "../../ui/frame.ts";
import { Page } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { Words } from "../prose/views.tsx";
import { words } from "../words.ts";

/** Where the `type` of every problem leads (D26): what each code means and what to do about it. */
export function ErrorCodesPage({ frame }: { frame: Frame }) {
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.errors}
      actions={
        <a class="button" href="/docs" safe>
          {t.reference}
        </a>
      }
    >
      <p class="lead" safe>
        {[t.errorsLead, t.inEnglish].join(" ").trim()}
      </p>
      <div lang="en">
        {codeGroups.map(({ name, codes }) => (
          <section>
            <h2 safe>{name}</h2>
            {Object.entries(codes).map(([code, meaning]) => (
              <CodeCard name={code} code={meaning} />
            ))}
          </section>
        ))}
        <section id="fields">
          <h2>Codes of one field</h2>
          <p class="lead">
            <Words text="Where a field is to blame, `errors` has an entry for it with a `code` of its own." />
          </p>
          <Table
            caption="Codes of one field"
            columns={[{ name: "Code" }, { name: "Meaning", long: true }]}
            rows={fieldRows()}
          />
        </section>
      </div>
    </Page>
  );
}

function CodeCard({ name, code }: { name: string; code: Code }) {
  return (
    <section id={name} class="card">
      <h3>
        <code safe>{name}</code>
      </h3>
      <p class="fine" safe>
        {code.kinds.map((kind) => `${statusOf[kind]} ${titleOf[kind]}`).join(", or ")}
      </p>
      <p>
        <Words text={code.when} />
      </p>
      <p>
        <b>What to do:</b> <Words text={code.advice} />
      </p>
      <p class="fine">
        <Words text={`It reads, e.g.: “${code.detail.replaceAll("`", "")}”`} />
      </p>
    </section>
  );
}

function fieldRows() {
  return Object.entries(fieldCodes).map(([code, meaning]) => ({
    cells: [<code safe>{code}</code>, <Words text={meaning} />],
  }));
}
