/**
 * Commands through a network that fails in every way, by seed: thousands in this process over real sockets. Each ends
 * in time with a code and words that fit what came of it. `CHAOS_RUNS=10000` makes it a long run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawFault, type Fault, startChaosProxy } from "../support/chaos-proxy.ts";
import { type RanInProcess, runInProcess } from "../support/in-process.ts";
import { randomOf } from "../support/random.ts";
import { acme as organization } from "../support/seeds.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const RUNS = Number(process.env["CHAOS_RUNS"] ?? 1500);
const SEED = Number(process.env["CHAOS_SEED"] ?? 1);
const AT_ONCE = 24;
const TIMEOUT_S = 0.4;
const RETRIES = 2;
/** Attempts, the longest pauses between them, and what a loaded machine adds. */
const LONGEST_MS = (RETRIES + 1) * TIMEOUT_S * 1000 + 250 + 500 + 15_000;

const { url, acme } = useService({ kind: "Seed", organizations: [{ ...organization, api_key: ACME_KEY }] });
const folder = mkdtempSync(join(tmpdir(), "parley-chaos-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Scenario {
  readonly seed: number;
  readonly command: Command;
  readonly plan: readonly Fault[];
}

interface Ended extends Scenario {
  readonly ran: RanInProcess;
  readonly connections: number;
}

/** `made` names what a command makes, once; `reads` is the path of what it shows. */
interface Command {
  readonly argv: (seed: number) => readonly string[];
  readonly made?: (seed: number) => string;
  readonly reads?: string;
}

const commands: readonly Command[] = [
  { argv: () => ["api", "GET", "/v1/agents/101/labels"], reads: "/v1/agents/101/labels" },
  { argv: () => ["prompts", "list", "--agent", "101", "--json"], reads: "/v1/agents/101/prompts/versions" },
  { argv: () => ["dh", "list", "7", "--json"], reads: "/v1/digital-humans-by-simulation/7" },
  {
    argv: (seed) => ["agents", "create", "--set", `name=agent ${seed}`, "--json"],
    made: (seed) => `agent ${seed}`,
  },
  {
    argv: (seed) => ["api", "POST", "/v1/add-agent", "-d", JSON.stringify({ name: `agent ${seed}` })],
    made: (seed) => `agent ${seed}`,
  },
];

function scenarioOf(seed: number): Scenario {
  const random = randomOf(seed);
  const command = commands[Math.floor(random() * commands.length)] as Command;
  const plan = Array.from({ length: 1 + Math.floor(random() * 4) }, () => drawFault(random));
  return { seed, command, plan };
}

async function play(scenario: Scenario): Promise<Ended> {
  const { seed, command, plan } = scenario;
  const proxy = await startChaosProxy(url(), plan);
  const env = { HOME: folder, PARLEY_BASE_URL: proxy.url, PARLEY_API_KEY: ACME_KEY };
  const limits = ["--timeout", String(TIMEOUT_S), "--retries", String(RETRIES)];
  const late = new AbortController();
  const alarm = setTimeout(
    () => late.abort(new Error(`hung: seed ${seed}, ${JSON.stringify(plan)}`)),
    LONGEST_MS,
  );
  try {
    const ran = await Promise.race([
      runInProcess([...command.argv(seed), ...limits], { env, cwd: folder }),
      new Promise<never>((_, reject) =>
        late.signal.addEventListener("abort", () => reject(late.signal.reason)),
      ),
    ]);
    return { ...scenario, ran, connections: proxy.connections() };
  } finally {
    clearTimeout(alarm);
    await proxy.close();
  }
}

const ended: Ended[] = [];
beforeAll(
  async () => {
    const seeds = Array.from({ length: RUNS }, (_, at) => SEED * 1_000_000 + at).values();
    const worker = async () => {
      for (const seed of seeds) ended.push(await play(scenarioOf(seed)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  },
  60_000 + RUNS * 400,
);

const told = ({ seed, plan, ran }: Ended) =>
  `seed ${seed}, ${JSON.stringify(plan)}: ${ran.code} ${ran.stderr}`;

test("every scenario ends with a code that fits, and in words", () => {
  expect(ended).toHaveLength(RUNS);
  for (const one of ended) {
    expect([0, 1, 7], told(one)).toContain(one.ran.code);
    if (one.ran.code !== 0)
      expect(one.ran.stderr, told(one)).toMatch(/^error: \S.+|^\{"error":\{"code":"\w+"/);
    expect(one.ran.stderr, told(one)).not.toMatch(/fault of parley|\n\s+at /);
  }
  // Without each of the ends this would say little.
  const share = (code: number) => ended.filter(({ ran }) => ran.code === code).length / RUNS;
  for (const code of [0, 1, 7]) expect(share(code)).toBeGreaterThan(0.05);
});

test("what is shown is whole, or an error and nothing", async () => {
  const truths = new Map<string, unknown>();
  for (const { reads } of commands) if (reads) truths.set(reads, (await acme("GET", reads)).body);
  for (const one of ended) {
    const { reads } = one.command;
    if (!reads) continue;
    if (one.ran.code !== 0) expect(one.ran.stdout, told(one)).toBe("");
    else if (reads !== "/v1/all-agents/")
      expect(JSON.parse(one.ran.stdout), told(one)).toEqual(truths.get(reads));
  }
});

test("what is acknowledged is there, nothing is there twice, and what may be there is said to be", async () => {
  const { body } = await acme("GET", "/v1/all-agents");
  const made = new Map<string, number>();
  for (const { name } of body as { name: string }[]) made.set(name, (made.get(name) ?? 0) + 1);
  for (const one of ended) {
    const name = one.command.made?.(one.seed);
    if (name === undefined) continue;
    const times = made.get(name) ?? 0;
    if (one.ran.code === 0) expect(times, told(one)).toBe(1);
    else expect(times, told(one)).toBeLessThanOrEqual(1);
    // A connection that broke: only where nothing can be there may the words be silent about it.
    if (one.ran.code === 7 && times === 1)
      expect(one.ran.stderr, told(one)).toContain("may or may not have taken effect");
  }
});

test("what reads is tried again, what writes only where nothing can have arrived", () => {
  for (const one of ended) expect(one.connections, told(one)).toBeLessThanOrEqual(RETRIES + 1);
  expect(ended.filter(({ ran, connections }) => ran.code === 0 && connections > 1).length).toBeGreaterThan(
    RUNS / 50,
  );
});
