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
  { status: "error" },
  { status_code: 404 },
  '{"error": "not found"}',
  "Failed to book: the room is taken",
  "HTTP 409 Conflict",
  "SeatError: no seats",
  "Not permitted",
])("%j is an error", (output) => {
  expect(isErrorOutput(output, true)).toBe(true);
});

test.each([{ status: "failed" }, { status: "Rejected" }, { result: "denied" }, { refused: true }])(
  "%j is an error of a tool that changes something, and data of one that reads",
  (output) => {
    expect([isErrorOutput(output, true), isErrorOutput(output, false)]).toEqual([true, false]);
  },
);

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
  "Failed payments: none",
  "The error rate is 2%",
])("%j is not an error", (output) => {
  expect(isErrorOutput(output, true)).toBe(false);
});
