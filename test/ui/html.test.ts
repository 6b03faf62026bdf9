import { expect, test } from "bun:test";
import { htmlResponse } from "../../server/ui/html.ts";

test("a page is never made of a component that still waits", () => {
  expect(() => htmlResponse(Promise.resolve("<p></p>"))).toThrow(TypeError);
});
