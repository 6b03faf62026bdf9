/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";
import type { Frame } from "./frame.ts";
import { FlashMessage, Footer, Header, type Place, PlaygroundNotice } from "./page-parts.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  /** The page's heading, and its name in the browser. */
  title: string;
  /** Where in the menu this page is. */
  current?: Place;
  /** Buttons that stand beside the heading. */
  actions?: JSX.Element;
  /** For a page of a few lines, such as the one to sign in. */
  narrow?: boolean;
  children: Children;
};

/** A whole document: what is the same on every page around what is this page's own. */
export function Page({ frame, title, current, actions, narrow, children }: Props) {
  const t = words[frame.language];
  return (
    <html lang={frame.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title safe>{`${title} · svc`}</title>
        <link rel="icon" type="image/svg+xml" href={frame.assets.icon} />
        <link rel="stylesheet" href={frame.assets.css} />
        <script src={frame.assets.script} defer></script>
        {frame.user !== undefined && <meta name="htmx-config" content={htmxConfig} />}
        {frame.user !== undefined && <script src={frame.assets.htmx} defer></script>}
      </head>
      <body>
        <a class="skip" href="#content" safe>
          {t.skip}
        </a>
        <Header frame={frame} current={current} />
        <main id="content" tabindex="-1" class={narrow ? "narrow" : undefined}>
          <PlaygroundNotice frame={frame} />
          <FlashMessage frame={frame} />
          <div class="heading">
            <h1 safe>{title}</h1>
            {actions !== undefined && <div class="actions">{actions}</div>}
          </div>
          {children}
        </main>
        <Footer frame={frame} />
        <div id="live" class="unseen" role="status"></div>
      </body>
    </html>
  );
}

/** Going back loads the page anew, so that nothing old is shown as if it held; a failure of ours never replaces a part of a page. */
const htmxConfig = JSON.stringify({ history: "reload", defaultTimeout: 20_000, noSwap: [204, 304, "5xx"] });
