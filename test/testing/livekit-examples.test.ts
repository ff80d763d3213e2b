/**
 * LiveKit's own examples, unmodified, by text and by voice, with a model and speech services that stand in. They are in no
 * package: `AGENTS_JS=DIR` names a checkout of livekit/agents-js; without it, GitHub is asked for one.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { installInto } from "../support/install-apart.ts";
import { processesWith } from "../support/leftovers.ts";
import { EXAMPLES, type Example } from "../support/livekit-examples.ts";
import { useCheckouts } from "../support/livekit-repositories.ts";
import { startModel } from "../support/scripted-model.ts";
import { agentWords } from "../support/testing.ts";

const parley = useCli();
const checkoutOf = useCheckouts();
const SUPPORT = join(import.meta.dirname, "../support");

const PACKAGES = [
  ...["agents", "agents-plugin-deepgram", "agents-plugin-elevenlabs", "agents-plugin-openai"].map(
    (name) => `@livekit/${name}@1.9.0`,
  ),
  ...["@livekit/agents-plugin-silero@1.9.0", "@livekit/rtc-node@0.13.35"],
  ...["@livekit/noise-cancellation-node@0.1.10", "tsx@4.23.15", "zod@4.6.7"],
];

/** Services that they name when they start. Nothing of it leaves this machine. */
const KEYS = {
  ...{ OPENAI_API_KEY: "sk-test", DEEPGRAM_API_KEY: "test", ELEVEN_API_KEY: "test" },
  ...{ LIVEKIT_API_KEY: "test", LIVEKIT_API_SECRET: "secret".repeat(6) },
  // The day of its bookings.
  HOTEL_TODAY: "2026-06-08",
};

/** Where the examples and their packages are; or why they are not. */
let cwd: string | undefined;
let missing = "";
const apart = mkdtempSync(join(tmpdir(), "parley-examples-"));
afterAll(() => rmSync(apart, { recursive: true, force: true }));

beforeAll(async () => {
  const checkout = await checkoutOf("livekit/agents-js");
  if ("missing" in checkout) {
    ({ missing } = checkout);
    return;
  }
  if (!(await installInto(apart, PACKAGES, []))) {
    missing = "the registry cannot be reached, so the packages of LiveKit's examples cannot be installed";
    process.stderr.write(`\nNOT RUN: ${missing}\n`);
    return;
  }
  for (const { file } of Object.values(EXAMPLES)) {
    const example = dirname(file);
    cpSync(join(checkout.folder, "examples/src", example), join(apart, example), { recursive: true });
  }
  cwd = apart;
}, 600_000);

/** Starts the stand-in for the speech services. */
async function startGateway(model: string, sentences: readonly string[], { onTestFinished }: TestContext) {
  const words = [join(SUPPORT, "livekit-gateway.mjs"), model, JSON.stringify(sentences)];
  const gateway = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void gateway.kill());
  return String(await new Promise((listens) => gateway.stdout.once("data", listens))).trim();
}

const WAYS = ["text", "voice"] as const;
const CASES = Object.keys(EXAMPLES).flatMap((name) => WAYS.map((way) => [name, way] as const));

test.for(CASES)("%s, by %s", { timeout: 300_000 }, async ([name, way], context) => {
  if (cwd === undefined) return context.skip(missing);
  const { file, caller, script, calls, late, says } = EXAMPLES[name] as Example;
  const model = await startModel(script);
  context.onTestFinished(model.stop);
  const sentences = "turns" in caller ? caller.turns.map(({ say }) => say) : caller.says;
  const url = await startGateway(model.url, sentences, context);
  const MARK = `parley-mark-${randomUUID()}`;
  const env = {
    ...{ MARK, ...KEYS, OPENAI_BASE_URL: url, LIVEKIT_INFERENCE_URL: url, SPEECH_GATEWAY: url },
    NODE_OPTIONS: `--import ${join(SUPPORT, "speech-to-gateway.mjs")}`,
  };
  const agent = {
    command: `node --import tsx ${file}`,
    livekit: "console",
    ...(way === "voice" && { voice: true }),
    env,
  };
  const list = [{ name: "Ana", ...("turns" in caller ? caller : caller.wants) }];
  const written = join(cwd, `${name}-${way}.parley.yaml`);
  writeFileSync(written, JSON.stringify({ kind: "Test", agent, callers: { list } }));

  const ran = await parley(["test", written, "--json"], { cwd });
  if (ran.stdout === "") throw new Error(ran.stderr);
  const { code, json, stderr } = ran;
  const [ana] = json.files[0].callers;
  expect(ana, `${ana.reason} ${stderr}`).toMatchObject({ outcome: "passed" });
  const isLate = (one: { name: string }) => one.name === late?.name;
  expect(ana.tool_calls.filter((tool_call: { name: string }) => !isLate(tool_call))).toMatchObject(calls);
  expect(ana.tool_calls.filter(isLate)).toMatchObject(
    late ? [{ ...late, output: way === "text" ? null : late.output }] : [],
  );
  const said = agentWords(ana).join(" ");
  for (const words of says) expect(said).toContain(words);
  expect(said).not.toContain("The script has no answer");
  expect(code).toBe(0);
  await expect.poll(() => processesWith(MARK), { timeout: 15_000 }).toEqual([]);
});
