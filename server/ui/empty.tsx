/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";

/** In place of an empty list: why it is empty, and the next step. */
export function Empty({ title, children }: { title: string; children: Children }) {
  return (
    <div class="empty">
      <h2 safe>{title}</h2>
      {children}
    </div>
  );
}
