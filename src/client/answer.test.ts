import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

const request = { method: "POST", path: "/v1/evaluate" };
const refusal = (headers: Record<string, string>) => () =>
  readAnswer({ status: 429, headers, body: Buffer.from('{"detail":"slow down"}') }, request);

test("a refusal has the time that Retry-After asks to wait", async () => {
  await expect(refusal({ "retry-after": "7" })()).rejects.toThrow(
    expect.objectContaining({
      message: "slow down",
      options: expect.objectContaining({ status: 429, retry_after_ms: 7000 }),
    }),
  );
  await expect(refusal({})()).rejects.toThrow(
    expect.objectContaining({ options: expect.not.objectContaining({ retry_after_ms: expect.anything() }) }),
  );
});

test("a record that is gone or already there may be so because of an earlier attempt of the same request", async () => {
  const gone = (method: string, perhaps_done: boolean) => () =>
    readAnswer(
      { status: 404, headers: {}, body: Buffer.from('{"detail":"label 5 not found"}') },
      { method, path: "/v1/labels/5", perhaps_done },
    );
  const own = "label 5 not found; an earlier attempt, whose answer was lost, may have done it";
  await expect(gone("DELETE", true)()).rejects.toThrow(
    expect.objectContaining({ outcome: "not_found", message: own }),
  );
  await expect(gone("DELETE", false)()).rejects.toThrow(/not found$/);
  await expect(gone("GET", true)()).rejects.toThrow(/not found$/);
});
