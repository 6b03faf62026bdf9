/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";
import type { Href } from "./href.ts";

type Props = {
  /** The page itself: its results stand in `#results`. */
  page: Href;
  name: string;
  submit: string;
  children: Children;
};

/**
 * What narrows a list. The form's state is the address; htmx takes the results out of the same page. What is asked last
 * counts, also while an answer to something before is on its way.
 */
export function FilterForm({ page, name, submit, children }: Props) {
  return (
    <form
      class="filters"
      action={page}
      aria-label={name}
      autocomplete="off"
      hx-get={page}
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-sync="this:replace"
      hx-trigger="change, submit"
    >
      {children}
      <button safe>{submit}</button>
    </form>
  );
}

/** The same where the list follows while somebody types, without a step to go back to for each letter. */
export function SearchForm({ page, name, submit, children }: Props) {
  return (
    <form
      class="filters"
      action={page}
      aria-label={name}
      autocomplete="off"
      hx-get={page}
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-replace-url="true"
      hx-sync="this:queue last"
      hx-trigger="input delay:250ms, change, submit"
    >
      {children}
      <button safe>{submit}</button>
    </form>
  );
}
