/** Clients in other languages, written only from the published reference, work unchanged. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useService } from "../support/service.ts";

const service = useService();
const run = promisify(execFile);
const file = (name: string) => join(import.meta.dirname, name);

/** Whether the program is missing; if so, prints why the test is skipped. */
function lacks(program: string): boolean {
  const missing = spawnSync(program, ["--version"]).error !== undefined;
  if (missing) process.stderr.write(`skipped: ${program} is not installed here\n`);
  return missing;
}

const verdict = { status: expect.stringMatching(/^(COMPLETED|INCOMPLETED)$/) };

test.skipIf(lacks("curl") || lacks("bash"))("the examples in curl run", async () => {
  const { stdout } = await run("bash", [file("client.sh"), service.url(), "pk_test_acme"]);
  const found = Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")),
  );
  expect(found).toMatchObject({
    goal_success: expect.stringMatching(/^(true|false|null)$/),
    tool: "book",
    run: found["expected_run"],
    exported: "1",
  });
});

test.skipIf(lacks("python3"))("the examples in Python run", async () => {
  const { stdout } = await run("python3", [file("client.py"), service.url(), "pk_test_acme"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ...verdict,
    id: true,
    goal_success: expect.toBeOneOf([true, false, null]),
    tool_calls: [
      {
        name: "book",
        expected: [{ parameters: null, output: null }],
        actual: [{ parameters: { day: "Tuesday" }, output: { ok: true }, start_offset_ms: 900 }],
      },
    ],
    events: [{ title: "booked", start_offset_ms: 950 }],
    run: true,
    results: 1,
    tests: [1, 1],
    exported: ["Ann"],
    kept: "You want to book an appointment.",
  });
});
