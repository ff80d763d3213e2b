import { expect, test } from "vitest";
import { isErrorOutput } from "./failed-call.ts";

test.each([
  "Error: no such order",
  " error - timeout",
  { error: "not found" },
  { errors: [{ message: "x" }] },
  { success: false },
  { ok: false },
  { is_error: true },
  { status: "failed" },
  { status_code: 404 },
  '{"error": "not found"}',
])("%j is an error", (output) => {
  expect(isErrorOutput(output)).toBe(true);
});

test.each([
  undefined,
  null,
  "",
  "no errors found",
  "errors: 0",
  { error: null, errors: [] },
  { success: true },
  { status: "pending", status_code: 200 },
  [{ error: "in a list" }],
  '{"error": "cut off',
  '{"ok": true}',
])("%j is none", (output) => {
  expect(isErrorOutput(output)).toBe(false);
});
