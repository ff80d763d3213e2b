import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeWith } from "../support/certified-judge.ts";
import { refusal } from "../support/completions.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const model = useRecorder();
const python = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
const settings = () => ({ PARLEY_LLM_BASE_URL: `${model.url()}/v1`, PARLEY_LLM_MODEL: "m" });

/** The outcome of a caller who expects two sentences and a clause. */
async function judged(passes: (said: string) => boolean) {
  judgeWith(model, passes);
  const expectations = [
    "calls issue_refund",
    "The agent says that it is confirmed.",
    "The agent stays friendly.",
  ];
  const cwd = files.write(python, [{ ...BOB, expect: expectations }]);
  return parley(["test", "--json"], { cwd, env: settings() });
}

test("with a model, sentences are judged: each has a verdict of its own", async () => {
  const { json, code } = await judged((said) => said.includes("confirmed"));
  const [caller] = json.files[0].callers;
  expect(caller.outcome).toBe("passed");
  expect(caller.verdicts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "The agent says that it is confirmed.", value: true }),
      expect.objectContaining({ name: "The agent stays friendly.", value: true }),
    ]),
  );
  expect(code).toBe(0);
});

test("a sentence that the judge finds broken fails", async () => {
  const { json, code } = await judged(() => false);
  expect(json.files[0].callers[0].outcome).toBe("failed");
  expect(code).toBe(9);
});

test("a judge that cannot be asked lets nothing pass, and fails nothing", async () => {
  model.answer(refusal(401, "Incorrect API key"));
  const cwd = files.write(python, [{ ...BOB, expect: ["The agent stays friendly."] }]);
  const { json, code } = await parley(["test", "--json"], { cwd, env: settings() });
  expect(json.counts).toMatchObject({ passed: 0, failed: 0, not_evaluated: 1 });
  expect(code).toBe(9);
});
