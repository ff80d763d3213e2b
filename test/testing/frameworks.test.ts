import { spawn } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, freePort, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

test("an agent of the OpenAI Agents SDK, on a stand-in for its model", async ({ onTestFinished }) => {
  const port = await freePort();
  const env = { ...process.env, AGENT_PORT: String(port) };
  const model = spawn(process.execPath, [join(AGENTS, "desk-model.mjs")], { env });
  onTestFinished(() => void model.kill());
  await new Promise((listens) => model.stdout.once("data", listens));
  const cwd = files.write(
    {
      module: "openai-agents-desk.mjs",
      env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: "sk-test" },
    },
    [BOB, { ...BOB, name: "Red", expect: ["never calls issue_refund"] }],
  );
  copyFileSync(join(AGENTS, "openai-agents-desk.mjs"), join(cwd, "openai-agents-desk.mjs"));
  symlinkSync(resolve("node_modules"), join(cwd, "node_modules"));
  const { json, code } = await parley(["test", "--json"], { cwd });
  expect(json.counts).toMatchObject({ passed: 1, failed: 1 });
  expect(json.files[0].callers[0].tool_calls).toMatchObject([
    { name: "lookup_order", parameters: { order: "1182" } },
    { name: "issue_refund", parameters: { order: "1182" } },
  ]);
  expect(code).toBe(9);
  model.kill();
  await new Promise((ended) => model.once("exit", ended));
  const gone = await parley(["test", "--json"], { cwd });
  expect(gone.json.counts).toMatchObject({ agent_failed: 2, failed: 0 });
  expect(gone.json.files[0].callers[0].reason).toContain("the agent threw an error: Connection error");
  expect(gone.code).toBe(7);
});
