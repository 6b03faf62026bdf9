/** @jsxImportSource @kitajs/html */
import { Copyable } from "../ui/copyable.tsx";
import type { Frame } from "../ui/frame.ts";
import type { Language } from "../ui/language.ts";
import { Page } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { Prose, Words } from "./prose/views.tsx";
import type { Field, Reading, ReadOperation, TypeWords } from "./reading.ts";
import { words } from "./words.ts";

/**
 * The API's reference (D27): the OpenAPI document for people. Its frame speaks the reader's language, itself English.
 * @param children the `Reference`, which is the same for everybody: whoever shows it makes it once.
 */
export function ReferencePage({ frame, children }: { frame: Frame; children: JSX.Element }) {
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.reference}
      actions={
        <>
          <a class="button" href="/docs/errors" safe>
            {t.errors}
          </a>
          <a class="button" href="/openapi.json" safe>
            {t.file}
          </a>
          <a class="button primary" href="/admin/tokens/new" safe>
            {t.tokens}
          </a>
        </>
      }
    >
      <p class="lead" safe>
        {[t.lead, t.inEnglish].join(" ").trim()}
      </p>
      {children}
    </Page>
  );
}

type Props = { language: Language; description: string; version: string; reading: Reading };

export function Reference({ language, description, version, reading }: Props) {
  return (
    <div lang="en">
      <Contents reading={reading} />
      <section id="basics">
        <h2>Before you begin</h2>
        <Prose text={description} lead />
        <p class="fine" safe>
          {`Version ${version}.`}
        </p>
      </section>
      {reading.groups.map(({ name, description, operations }) => (
        <section id={anchor(name)}>
          <h2 safe>{name}</h2>
          <p class="lead" safe>
            {description}
          </p>
          {operations.map((operation) => (
            <OperationCard language={language} operation={operation} />
          ))}
        </section>
      ))}
      <Shapes shapes={reading.shapes} />
    </div>
  );
}

function Contents({ reading }: { reading: Reading }) {
  return (
    <nav class="card" aria-label="Contents">
      <dl class="facts">
        <dt>
          <a href="#basics">Basics</a>
        </dt>
        <dd>Tokens, pages, errors, limits</dd>
        {reading.groups.map(({ name, operations }) => (
          <>
            <dt>
              <a href={`#${anchor(name)}`} safe>
                {name}
              </a>
            </dt>
            <dd>
              {operations.map(({ id, summary }, place) => (
                <>
                  {place > 0 && " · "}
                  <a href={`#${id}`} safe>
                    {summary}
                  </a>
                </>
              ))}
            </dd>
          </>
        ))}
        <dt>
          <a href="#shapes">Shapes</a>
        </dt>
        <dd>What bodies and answers are made of</dd>
      </dl>
    </nav>
  );
}

function OperationCard({ language, operation }: { language: Language; operation: ReadOperation }) {
  const { id, method, path, summary, description, samples, parameters, body, answers, errors } = operation;
  return (
    <section id={id} class="card">
      <h3>
        <a href={`#${id}`} safe>
          {summary}
        </a>
      </h3>
      <p>
        <b>{method}</b> <code safe>{path}</code>
      </p>
      <Prose text={description} />
      {samples.map(({ label, source }) => (
        <dl>
          <dt>{label}</dt>
          <dd>
            <Copyable id={`${id}-${label}`} name={label} text={source} language={language} />
          </dd>
        </dl>
      ))}
      {parameters.length > 0 && <Fields caption={`Parameters of ${summary}`} fields={parameters} />}
      {body !== undefined && (
        <p>
          Body, as JSON: <Type type={body} />
        </p>
      )}
      {answers.map((answer) => (
        <Answer answer={answer} />
      ))}
      <Errors errors={errors} />
    </section>
  );
}

function Answer({ answer: { status, description, media } }: { answer: ReadOperation["answers"][number] }) {
  return (
    <>
      <p>
        <b safe>{status}</b> <Words text={description} />
        {media.map(({ shape }) => (
          <ShapeLink type={shape} />
        ))}
      </p>
      {media.map(({ type, example }) => (
        <details>
          <summary>
            Example: <code safe>{type}</code>
          </summary>
          <pre>
            <code safe>{example}</code>
          </pre>
        </details>
      ))}
    </>
  );
}

function ShapeLink({ type }: { type: TypeWords }) {
  if (type.shape === undefined) return <></>;
  return (
    <>
      {" "}
      Its shape: <Type type={type} />.
    </>
  );
}

function Errors({ errors }: Pick<ReadOperation, "errors">) {
  return (
    <details>
      <summary>Errors</summary>
      <dl class="facts">
        {errors.map(({ status, codes }) => (
          <>
            <dt safe>{status}</dt>
            <dd>
              {codes.map((code, place) => (
                <>
                  {place > 0 && ", "}
                  <a href={`/docs/errors#${encodeURIComponent(code)}`} safe>
                    {code}
                  </a>
                </>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}

function Shapes({ shapes }: Pick<Reading, "shapes">) {
  return (
    <section id="shapes">
      <h2>Shapes</h2>
      <p class="lead">
        What bodies and answers are made of. A field stands in every answer unless it says otherwise.
      </p>
      {shapes.map(({ name, description, fields }) => (
        <section id={anchor(name)} class="card">
          <h3 safe>{name}</h3>
          <Prose text={description} />
          <Fields caption={`Fields of ${name}`} fields={fields} />
        </section>
      ))}
    </section>
  );
}

/** Parameters, or the fields of a shape. */
export function Fields({ caption, fields }: { caption: string; fields: Field[] }) {
  const columns = [{ name: "Name" }, { name: "Type" }, { name: "What it is", long: true }];
  const rows = fields.map(({ name, type, note, description }) => ({
    cells: [
      <code safe>{name}</code>,
      <>
        <Type type={type} /> {note !== "" && <small safe>{note}</small>}
      </>,
      <Words text={description} />,
    ],
  }));
  return <Table caption={caption} columns={columns} rows={rows} />;
}

function Type({ type: { words, shape } }: { type: TypeWords }) {
  if (shape === undefined) return <span safe>{words}</span>;
  return (
    <a href={`#${anchor(shape)}`} safe>
      {words}
    </a>
  );
}

/** Where a group or a shape stands on the page; operations stand under their own ids. */
function anchor(name: string): string {
  return `about-${name.toLowerCase().replaceAll(" ", "-")}`;
}
