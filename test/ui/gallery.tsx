/** @jsxImportSource @kitajs/html */
import { ErrorPage } from "../../server/ui/error-page.tsx";
import type { Frame } from "../../server/ui/frame.ts";
import { Page } from "../../server/ui/page.tsx";
import type { Write } from "../support/hostile.ts";
import { FormPage } from "./gallery/form.tsx";
import { ListPage } from "./gallery/list.tsx";
import { ReportPage } from "./gallery/report.tsx";
import { SecretPage } from "./gallery/secret.tsx";

/** Each text that people write passes through `write`, so that a test may write something else. */
export type GalleryProps = { frame: Frame; write: Write };

/** Pages that hold every part there is, as the panel will use them. */
export const gallery: Record<string, (props: GalleryProps) => JSX.Element> = {
  list: ListPage,
  form: FormPage,
  secret: SecretPage,
  report: ReportPage,
  "sign-in": SignInPage,
  error: ({ frame, write }) => (
    <ErrorPage
      frame={frame}
      status={404}
      code={write("not_there")}
      title={write("Not found")}
      message={write("There is nothing at this address. Check it for typing errors.")}
      requestId={write("0191f1c2-6b1e-7cc0-a1b2-3c4d5e6f7a8b")}
    />
  ),
};

function SignInPage({ frame, write }: GalleryProps) {
  return (
    <Page frame={{ ...frame, user: undefined }} title={write("Sign in")} narrow>
      <p class="lead" safe>
        {write("Hours are kept for the members of acme.")}
      </p>
      <p>
        <a class="button primary" href="/sign-in/github" safe>
          {write("Sign in with GitHub")}
        </a>
      </p>
    </Page>
  );
}
