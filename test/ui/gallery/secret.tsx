/** @jsxImportSource @kitajs/html */
import { Copyable } from "../../../server/ui/copyable.tsx";
import { Page } from "../../../server/ui/page.tsx";
import type { GalleryProps } from "../gallery.tsx";

export function SecretPage({ frame, write }: GalleryProps) {
  const { language } = frame;
  const secret = "svc_0123456789012345678901234567890123456789012";
  return (
    <Page frame={frame} title={write("Your new token")} narrow>
      <p class="notice warn" role="alert" safe>
        {write("Copy it now: this page is the only one that ever shows it.")}
      </p>
      <h2 safe>{write("Token “laptop”")}</h2>
      <Copyable id="token" name={write("token")} text={write(secret)} language={language} secret />
      <h2 safe>{write("With the svc command")}</h2>
      <Copyable
        id="command"
        name="svc"
        text={write(`export SVC_HOST=http://localhost:3000\nexport SVC_TOKEN=${secret}\nsvc entries`)}
        language={language}
        secret
      />
      <p>
        <a class="button" href="/admin/tokens" safe>
          {write("To your tokens")}
        </a>
      </p>
    </Page>
  );
}
