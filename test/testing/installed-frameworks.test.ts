/**
 * Agents of frameworks that are too large to be installed with this package. Their tests bring them from the registry,
 * and are skipped where it cannot be reached.
 */
import { execFile, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { installs, useReader } from "../support/reader.ts";
import { AGENTS, BOB, freePort } from "../support/testing.ts";

const parley = useCli();
const reader = useReader();

/** False if the registry is out of reach. Anything else that goes wrong is a fault of the test. */
const succeeds = (...words: string[]) =>
  // One of LiveKit's packages would fetch from another host.
  promisify(execFile)("npm", words, { env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" } }).then(
    () => true,
    (error: { readonly stderr: string }) => {
      if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(error.stderr)) throw error;
      return false;
    },
  );

const MODULE = { module: "agent.mjs" };
const LIVEKIT = { command: "node agent.mjs", livekit: "console" };
const FRAMEWORKS = [
  ["the Vercel AI SDK", "ai-sdk-desk.mjs", ["ai@6", "@ai-sdk/openai-compatible@2", "zod@4"], MODULE],
  [
    "LangChain",
    "langchain-desk.mjs",
    ["langchain@1", "@langchain/openai@1", "@langchain/core@1", "zod@4"],
    MODULE,
  ],
  // Written for speech. It runs without a server, and without speech services.
  [
    "LiveKit",
    "livekit-desk.mjs",
    ["@livekit/agents@1.9.0", "@livekit/agents-plugin-openai@1.9.0", "@livekit/rtc-node@0.13", "zod@4"],
    LIVEKIT,
  ],
] as const;

test.for(FRAMEWORKS)(
  "an agent of %s, on a stand-in for its model",
  async ([, file, packages, way], { skip, onTestFinished }) => {
    const cwd = mkdtempSync(join(tmpdir(), "parley-framework-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    writeFileSync(join(cwd, "package.json"), '{"private":true,"type":"module"}');
    const isInstalled = await succeeds("install", "--no-audit", "--no-fund", "--prefix", cwd, ...packages);
    if (!isInstalled) return skip("the registry cannot be reached");
    const port = await freePort();
    const model = spawn(process.execPath, [join(AGENTS, "desk-model.mjs")], {
      env: { ...process.env, AGENT_PORT: String(port) },
    });
    onTestFinished(() => void model.kill());
    await new Promise((listens) => model.stdout.once("data", listens));
    copyFileSync(join(AGENTS, file), join(cwd, "agent.mjs"));
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: "sk-test" };
    const callers = { list: [BOB, { ...BOB, name: "Red", expect: ["never calls issue_refund"] }] };
    const testFile = { kind: "Test", agent: { ...way, env }, callers };
    writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(testFile));
    const { json, code } = await parley(["test", "--json"], { cwd });
    expect(json.counts).toMatchObject({ passed: 1, failed: 1 });
    expect(json.files[0].callers[0].tool_calls).toMatchObject([
      { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
      { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
    ]);
    expect(code).toBe(9);
  },
);

test("docs/frameworks.md installs each of them, and shows what it says", async (context) => {
  if (!(await succeeds("view", "zod", "version"))) return context.skip("the registry cannot be reached");
  // What comes before the first section starts the model.
  const wants = (section: string) => installs(section) || !section.startsWith("## ");
  await reader(context).reads("docs/frameworks.md", wants);
}, 600_000);
