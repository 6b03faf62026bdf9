/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";
import type { Href } from "./href.ts";

/** In place of an empty list: why it is empty, and the next step. */
export function Empty({ title, children }: { title: string; children: Children }) {
  return (
    <div class="empty">
      <h2 safe>{title}</h2>
      {children}
    </div>
  );
}

/** In place of a list that its filter leaves nothing of, with the way to all. */
export function NothingFound({ title, all, href }: { title: string; all: string; href: Href }) {
  return (
    <Empty title={title}>
      <p>
        <a class="button" href={href} safe>
          {all}
        </a>
      </p>
    </Empty>
  );
}
