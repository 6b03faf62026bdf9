// What a page does beyond HTML. Everything works without it, but for the copy buttons, which show themselves only with it.
"use strict";

document.documentElement.classList.add("js");

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  const source = button && document.getElementById(button.dataset.copy);
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.textContent);
    say(button, button.dataset.copied);
  } catch {
    // Over plain http there is no clipboard.
    getSelection().selectAllChildren(source);
    say(button, button.dataset.selected);
  }
});

function say(button, text) {
  const live = document.getElementById("live");
  live.textContent = "";
  // A moment later, or the same words said twice are read out once.
  setTimeout(() => (live.textContent = text), 50);
  button.dataset.said = text;
  setTimeout(() => delete button.dataset.said, 2500);
}

// Sent once, however often the button is pressed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.ariaBusy === "true") event.preventDefault();
  form.ariaBusy = "true";
});

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.ariaBusy = null;
});

// The text of a file goes into a field; no file is sent.
for (const file of document.querySelectorAll("[data-into]")) file.parentElement.hidden = false;
document.addEventListener("change", async ({ target }) => {
  const field = target.files?.[0] && document.getElementById(target.dataset.into ?? "");
  if (field) field.value = await target.files[0].text();
});

// A form that is only on the way to another site.
document.querySelector("form[data-on]")?.requestSubmit();

// A browser may keep a page that was left, to be quick on the way back: without the secret then.
addEventListener("pagehide", () => {
  for (const secret of document.querySelectorAll("[data-gone]")) {
    secret.textContent = secret.dataset.gone;
    secret.closest(".copyable")?.querySelector("[data-copy]")?.remove();
  }
});

// Once: a preview that comes later takes no focus from who is mending.
function toProblems() {
  const problems = document.querySelector("[data-focus]");
  problems?.focus();
  delete problems?.dataset.focus;
}
document.addEventListener("htmx:after:swap", toProblems);
toProblems();
