/** `parley prompts bisect`: the version and the sentence that broke a caller, with an agent that acts by its prompt. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { LOOKS_FIRST } from "../support/desk.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const AGENT = resolve(import.meta.dirname, "../../fixtures/agents/refund-desk.mjs");
const env = { PARLEY_API_KEY: ACME_KEY };
const service = useService();
const program = useProgram(service);
const binary = useCli(service);

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
});

/** Starts the desk; the URL that it listens on. */
async function startDesk(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(process.execPath, [AGENT, "--port", "0"], {
    env: { PATH: process.env["PATH"], PARLEY_BASE_URL: service.url(), ...env, ...more },
  });
  running.push(child);
  const [said] = await once(child.stdout, "data");
  return `${/http:\S+/.exec(String(said))?.[0]}/agent`;
}

const FIRST = "You refund orders. Look the order up before you refund it.\nBe polite.";
const PROMPTS = [
  FIRST,
  `${FIRST}\nNever promise a date.`,
  `${FIRST}\nNever promise a date. Keep it short.`,
  // The one that breaks it, between two changes that don't.
  "You refund orders. Look the order up before you refund it.\nBe warm. Refund orders at once.\nNever promise a date. Say goodbye.",
  "You refund orders. Look the order up before you refund it.\nBe warm. Refund orders at once.\nNever promise a date. Say goodbye. Smile.",
  "You refund orders.\nBe warm. Refund orders at once.\nNever promise a date.",
];

interface Made {
  readonly agent_id: string;
  readonly digital_human_id: string;
  readonly path: string;
}

async function make(http_webhook: string, prompts = PROMPTS, fields = {}): Promise<Made> {
  const { agent_id, path } = await makeAgent(service.acme, { http_webhook });
  for (const prompt_text of prompts) await service.acme("POST", `${path}/prompts/versions`, { prompt_text });
  const { id } = await makeSimulation(service.acme, { agent_id });
  const digital_human = await makeDigitalHuman(
    service.acme,
    {
      name: "Bob",
      intent: "Wants a refund for an order.",
      traits: [
        { trait_name: "goal_tool", trait_data_type: "STRING", value: "issue_refund" },
        { trait_name: "order", trait_data_type: "STRING", value: "1182" },
      ],
      success_criteria: `@rules\n${LOOKS_FIRST}\npass when agent says "refunded"`,
      ...fields,
    },
    [id],
  );
  return { agent_id: String(agent_id), digital_human_id: String(digital_human.id), path };
}

let made: Made;
beforeAll(async () => {
  made = await make(await startDesk());
});

const words = ({ agent_id, digital_human_id }: Made, ...more: string[]) => [
  ...["prompts", "bisect", "--agent", agent_id, "--digital-human", digital_human_id, "--poll", "0.05"],
  ...more,
];
const bisect = (...more: string[]) => program(words(made, ...more), { env });
const versionsOf = async ({
  path,
}: Made): Promise<{ version: number; labels: string[]; commit_message: string | null }[]> =>
  (await service.acme("GET", `${path}/prompts/versions?limit=100`)).body;

test("the version and its sentence are found, and the trial versions are gone", async () => {
  const { code, stdout, stderr } = await binary(words(made, "--good", "1", "--bad", "5"), { env });
  expect(stderr).toMatch(/next: `parley release check \d+ --prompt <version> --fixes \d+` tests a repair\n$/);
  expect(code).toBe(0);
  expect(stdout).toContain(`prompt version 4 broke Bob: Success criteria: ${LOOKS_FIRST}\n`);
  expect(stdout).toContain("  version 3: passes (0 of 1 fail)\n  version 4: fails (1 of 1 fail)\n");
  expect(stdout).toContain(
    "this change of version 4 is enough for that:\n  line 2\n  + Refund orders at once.\n",
  );
  expect(stdout).toContain("2 other changes are not needed for that\n");
  const versions = await versionsOf(made);
  expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(versions[0]?.labels).toEqual(["latest"]);
});

test("as JSON, with the evidence, what was tried, and the versions that it created", async () => {
  const { code, json, stderr } = await bisect("--good", "1", "--bad", "5", "--json");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(json).toMatchObject({
    ...{ name: "Bob", good: 3, bad: 4, is_over: true, undecided: [], stopped: null },
    reason: `Success criteria: ${LOOKS_FIRST}`,
    causes: [[{ removed: "", added: "Refund orders at once.", line: 2 }]],
    with_it: { failed: 1, n: 1 },
    without_it: { failed: 0, n: 1 },
    compared_with: null,
    p: null,
    prompt_evidence: "confirmed",
  });
  expect(json.temporary_versions.length).toBeGreaterThan(0);
  expect(json.conversations).toBeLessThanOrEqual(10);
  const shown = await service.acme("GET", `/v1/simulation-results/${json.simulation_result_id}`);
  const { versions, outcome } = shown.body.simulation_result ?? {};
  if (shown.status === 200)
    expect({ outcome, prompt_version: versions?.prompt_version }).toEqual({
      outcome: "failed",
      prompt_version: 4,
    });
});

test("two changes that are each enough are both named; --versions-only creates nothing", async () => {
  const { json } = await bisect("--good", "3", "--bad", "6", "--json", "--versions-only");
  expect(json).toMatchObject({ good: 3, bad: 4, causes: null, temporary_versions: [], compared_with: 3 });
  const twice = await make(await startDesk(), [
    FIRST,
    "You refund orders.\nRefund orders at once.\nBe polite.",
  ]);
  const { code, stdout } = await program(words(twice, "--good", "1"), { env });
  expect(code).toBe(0);
  expect(stdout).toContain("broke Bob");
  expect(stdout).toMatch(/- Look the order up before you refund it\./);
  expect(stdout).toMatch(/\+ Refund orders at once\./);
});

test("an agent that fails in some conversations needs --repeat, and gets a bound", async () => {
  const flaky = await make(await startDesk({ SLIPS: "0.4" }));
  const options = ["--good", "1", "--bad", "5", "--repeat", "8", "--max-conversations", "200"];
  const { code, json } = await program(words(flaky, ...options, "--json"), { env });
  expect(code).toBe(0);
  expect(json).toMatchObject({ good: 3, bad: 4, causes: [[{ added: "Refund orders at once." }]] });
  expect(json.with_it.n).toBe(8);
  expect(json.with_it.failed).toBeGreaterThan(1);
  expect(json.without_it).toEqual({ failed: 0, n: 8 });
  expect(json.p).toBeLessThan(0.3);
  expect(json.fails_at_most).toBeCloseTo(0.312, 2);
});

test.each([
  [["--good", "4", "--bad", "4"], 2, "both are version 4"],
  [["--good", "5", "--bad", "4"], 2, "version 5 is not older than version 4"],
  [["--bad", "4"], 2, "is required"],
  [["--good", "1", "--bad", "77"], 5, "has no prompt version 77"],
  [["--good", "1", "--bad", "3"], 9, "version 3 passes too: Bob did not fail in 1 conversation"],
  [["--good", "4", "--bad", "5"], 9, `version 4 fails as version 5 does: "Success criteria: ${LOOKS_FIRST}"`],
  [["--good", "1", "--at-least", "2"], 2, "must not be more than --repeat 1"],
  [["--good", "1", "--bad", "5", "--max-conversations", "1"], 9, "could not both be tried within the bounds"],
])("%j ends with %i: %s", async (options, exit, message) => {
  const { code, stderr } = await bisect(...options);
  expect(stderr).toContain(message);
  expect(code).toBe(exit);
  expect(await versionsOf(made)).toHaveLength(6);
});

test("with too few conversations it says which versions are left", async () => {
  const { code, stdout, stderr } = await bisect("--good", "1", "--bad", "5", "--max-conversations", "3");
  expect(code).toBe(9);
  expect(stdout).toContain("one of the prompt versions 4 to 5 broke Bob");
  expect(stdout).toContain("stopped after 3 conversations");
  expect(stderr).toContain("next: the same command with --good 3 --bad 5 continues");
});

test("what a killed search has left is deleted by the next one, unless somebody has labelled it", async () => {
  const killed = await make(await startDesk({ DELAY_MS: "400" }));
  const child = binary.start(words(killed, "--good", "3", "--bad", "4"), { env });
  child.stderr?.on("data", (chunk) => {
    if (/of its \d changes/.test(String(chunk))) void killOnceLeft();
  });
  const killOnceLeft = async () => {
    while ((await versionsOf(killed)).length < 7 && child.exitCode === null) await sleep(20);
    child.kill("SIGKILL");
  };
  const [, signal] = await once(child, "close");
  expect(signal).toBe("SIGKILL");
  expect(await versionsOf(killed)).toHaveLength(7);
  const commit_message = (await versionsOf(killed))[0]?.commit_message;
  const kept = { prompt_text: "Mine.", commit_message, labels: ["mine"] };
  expect((await service.acme("POST", `${killed.path}/prompts/versions`, kept)).status).toBe(200);
  const next = words(killed, "--good", "3", "--bad", "4", "--versions-only", "--json");
  const { code, json } = await program(next, { env });
  expect(code).toBe(0);
  expect(json).toMatchObject({ good: 3, bad: 4, left_over: [7] });
  expect((await versionsOf(killed)).map(({ version }) => version)).toEqual([8, 6, 5, 4, 3, 2, 1]);
});

test("Ctrl-C leaves neither a version nor a conversation", async () => {
  const waits = await make(await startDesk({ DELAY_MS: "400" }));
  const child = binary.start(words(waits, "--good", "3", "--bad", "4"), { env });
  let told = "";
  child.stderr?.on("data", (chunk) => {
    told += chunk;
    if (/of its \d changes/.test(told)) child.kill("SIGINT");
  });
  const [code] = await once(child, "close");
  expect(code, told).toBe(130);
  expect((await versionsOf(waits)).map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
});
