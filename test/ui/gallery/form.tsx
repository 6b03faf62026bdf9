/** @jsxImportSource @kitajs/html */
import { ErrorSummary } from "../../../server/ui/error-summary.tsx";
import { Field } from "../../../server/ui/field.tsx";
import { Page } from "../../../server/ui/page.tsx";
import type { GalleryProps } from "../gallery.tsx";

export function FormPage({ frame, write }: GalleryProps) {
  const { language } = frame;
  return (
    <Page frame={frame} title={write("New mapping")}>
      <ErrorSummary
        language={language}
        problems={[
          { field: "label", message: write("Say which label leads to the client.") },
          { field: "repository", message: write("Write the repository as owner/name, e.g. acme/web.") },
          { message: write("This mapping is there already.") },
        ]}
      />
      <form method="post" action="/admin/mappings" novalidate>
        <Field
          name="label"
          language={language}
          label={write("Label")}
          hint={write("Exactly as on the issue; there are no wildcards.")}
          problem={write("Say which label leads to the client.")}
          suggestions={[write("client:acme"), write("client:globex")]}
        />
        <Field
          name="client"
          language={language}
          label={write("Client")}
          value="2"
          options={[
            { value: "1", text: write("Acme") },
            { value: "2", text: write("Globex Corporation") },
          ]}
        />
        <Field
          name="repository"
          language={language}
          label={write("Repository")}
          value={write("acme")}
          problem={write("Write the repository as owner/name, e.g. acme/web.")}
          optional
        />
        <Field
          name="from"
          language={language}
          label={write("From")}
          type="date"
          value="2026-11-01"
          optional
        />
        <Field
          name="reason"
          language={language}
          label={write("Reason")}
          hint={write("Kept with the change.")}
          rows={3}
          mostCharacters={500}
          value={write("The label was renamed.\nIt is the same client.")}
        />
        <label class="check">
          <input type="checkbox" name="sure" value="yes" />{" "}
          <span safe>{write("Existing entries stay as they are")}</span>
        </label>
        <p class="actions">
          <button class="primary" safe>
            {write("Create mapping")}
          </button>
          <button name="preview" value="yes" safe>
            {write("Preview")}
          </button>
          <a class="button quiet" href="/admin/mappings" safe>
            {write("Cancel")}
          </a>
          <button class="danger" safe>
            {write("Delete")}
          </button>
          <button disabled safe>
            {write("Save")}
          </button>
        </p>
      </form>
    </Page>
  );
}
