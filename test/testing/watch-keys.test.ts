/** The keys of `parley test --watch` at a terminal. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { runInTerminal } from "../support/terminal.ts";
import { BOB, useFolder } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();

/** A folder with one caller that passes and one that does not. */
function half(): string {
  const cwd = files.write({ module: "agent.mjs" }, [
    { ...BOB, name: "Ana", expect: ['says "bye"'] },
    { ...BOB, name: "Eve", expect: ["never calls look", "matches snapshot"] },
  ]);
  writeFileSync(
    join(cwd, "agent.mjs"),
    'export default () => ({ message: "Bye.", end_conversation: true });',
  );
  return cwd;
}

const WAITS = "q: quit";
const NONE = "no caller has failed";

test("Enter and a run all, f runs what failed, u accepts snapshots, q quits", async () => {
  const { code, output } = await runInTerminal(
    parley,
    ["test", join(half(), "desk.parley.yaml"), "--watch"],
    {
      columns: 120,
      // x has no meaning.
      type: ["\r", "f", "A", "xu", "f", "q"].map((keys) => ({ after: keys === "q" ? NONE : WAITS, keys })),
    },
  );
  expect(code).toBe(0);
  const summaries = [...output.matchAll(/ (\d (?:passed|failed|not evaluated).*?) {2}\(/g)].map(
    ([, said]) => said,
  );
  expect(summaries.slice(0, 5)).toEqual([
    "1 passed, 1 not evaluated",
    "1 passed, 1 not evaluated",
    "1 not evaluated",
    "1 passed, 1 not evaluated",
    "2 passed",
  ]);
  expect(output).toContain(NONE);
});

test("Ctrl-C between runs ends it, and q interrupts a run", async () => {
  for (const [agent, keys, after, code] of [
    ['export default () => ({ message: "Bye.", end_conversation: true });', "\x03", WAITS, 0],
    [
      `let first = true;
      export default () => {
        if (!first) return new Promise((done) => setTimeout(done, 60_000));
        first = false;
        return { message: "Bye.", end_conversation: true };
      };`,
      "q",
      "1 of 2 conversations are over",
      130,
    ],
  ] as const) {
    const cwd = half();
    writeFileSync(join(cwd, "agent.mjs"), agent);
    const words = ["test", join(cwd, "desk.parley.yaml"), "--watch"];
    const ran = await runInTerminal(parley, words, { columns: 200, type: [{ after, keys }] });
    expect(ran.code).toBe(code);
  }
});
