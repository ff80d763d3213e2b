/**
 * Every command that uses the service, through a network that fails in every way, by seed: thousands in this
 * process over real sockets. Each ends in time with an exit code and a message that match what happened.
 * `CHAOS_RUNS=10000` makes a long run; `CHAOS_SEED` sets another seed.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isGroup, type Tree } from "../../src/cli/commands/tree/node.ts";
import { tree } from "../../src/cli/commands/tree.ts";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import type { Fault } from "../support/chaos-proxy.ts";
import type { Passed } from "../support/http-tap.ts";
import { callsWith, useService } from "../support/service.ts";
import { orderDesk, useTextAgent } from "../support/text-agent.ts";
import type { Things } from "./row.ts";
import { type Ended, faultless, isCertificateFault, play, RETRIES, scenarioOf } from "./scenario.ts";
import { isLocal, table } from "./table.ts";
import { BUSY_KEY, makeThings, STILL_KEY, seedWith } from "./things.ts";

const RUNS = Number(process.env["CHAOS_RUNS"] ?? 300);
const SEED = Number(process.env["CHAOS_SEED"] ?? 1);
const AT_ONCE = 12;

const desk = useTextAgent(orderDesk);
const { url } = useService(() => seedWith(desk.url()));
let things: Things;
beforeAll(async () => {
  desk.service = { url: url(), key: BUSY_KEY };
  things = await makeThings(callsWith(url(), STILL_KEY), callsWith(url(), BUSY_KEY), desk.url());
});

const namesOf = (nodes: Tree): string[] =>
  Object.entries(nodes).flatMap(([word, node]) =>
    isGroup(node)
      ? [...(node.self ? [word] : []), ...namesOf(node.commands).map((name) => `${word} ${name}`)]
      : [word],
  );

test("every command has its row here, or sends nothing to the service", () => {
  const commands = namesOf(tree);
  const covered = new Set(table.map(({ command }) => command));
  expect(commands.filter((command) => !covered.has(command) && !isLocal(command))).toEqual([]);
  expect([...covered].filter((command) => !commands.includes(command))).toEqual([]);
});

const operations = Object.entries(endpoints).map(([operation, { method, path }]) => ({
  operation: operation as Operation,
  method: method as string,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`),
}));
const operationOf = ({ method, path }: Passed) =>
  operations.find((operation) => operation.method === method && operation.pattern.test(path))?.operation;
/** What the service has done, as far as it can be observed. Some commands check again after a lost answer. */
const taken = ({ passed }: Ended) => passed.filter(({ status = 200 }) => status < 300).map(operationOf);

describe("where nothing fails", () => {
  test.each(table.map((row, at) => ({ row, at, command: row.command })))(
    "$command ends as it should and does what it says",
    async ({ row, at }) => {
      const one = await play(faultless(row, at), url(), things);
      expect(one.ran.code, told(one)).toBe(endOf(one));
      expect(one.connections).toBeGreaterThan(0);
      for (const operation of row.changes ?? []) expect(taken(one), told(one)).toContain(operation);
    },
  );
});

describe(`${RUNS} commands through faults, from the seed ${SEED}`, () => {
  const ended: Ended[] = [];
  const printed = new Map<string, string>();
  beforeAll(
    async () => {
      for (const [at, row] of table.entries()) {
        if (!row.reads) continue;
        printed.set(row.command, (await play(faultless(row, -at), url(), things)).ran.stdout);
      }
      const seeds = Array.from({ length: RUNS }, (_, at) => SEED * 1_000_000 + at).values();
      const worker = async () => {
        for (const seed of seeds) ended.push(await play(scenarioOf(seed, table), url(), things));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    60_000 + RUNS * 2000,
  );
  afterAll(() => {
    const lines = [...summary(ended)].map(([name, count]) => `${String(count).padStart(6)}  ${name}`);
    console.info(`${RUNS} scenarios from the seed ${SEED}\n${lines.join("\n")}`);
  });

  test("end with a code that fits, in words", () => {
    expect(ended).toHaveLength(RUNS);
    for (const one of ended) {
      const { code, stderr } = one.ran;
      expect([endOf(one), ...codesOf(one)], told(one)).toContain(code);
      const isError = code !== endOf(one) && one.row.command !== "doctor";
      if (isError) expect(stderr, told(one)).toMatch(/^error: \S.+|^\{"error":\{"code":"\w+"/m);
      expect(stderr, told(one)).not.toMatch(/fault of parley|\n\s+at /);
      if (code === 5 && endOf(one) !== 5) expect(stderr, told(one)).toContain("an earlier attempt");
    }
    // Without each of these exit codes, the test would show little. How many there are depends on the speed
    // of the machine.
    for (const code of [0, 1, 7]) expect(ended.some(({ ran }) => ran.code === code)).toBe(true);
  });

  test("end in time", () => {
    for (const one of ended) expect(one.late_ms, told(one)).toBeLessThan(20_000);
  });

  test("show complete output, or an error and nothing else", () => {
    for (const one of ended) {
      if (!one.row.reads) continue;
      const whole = printed.get(one.row.command);
      if (one.ran.code === endOf(one)) expect(one.ran.stdout, told(one)).toBe(whole);
      else if (one.row.by_pages) expect(whole?.startsWith(one.ran.stdout), told(one)).toBe(true);
      else expect(one.ran.stdout, told(one)).toBe("");
    }
  });

  test("send nothing twice that may not be, and nothing to whom the certificate does not name", () => {
    for (const one of ended) {
      const sent = one.passed.flatMap((request) => {
        const operation = operationOf(request);
        const endpoint: Endpoint | undefined = operation && endpoints[operation];
        // With an idempotency key, the service accepts a call only once, however often it is sent.
        const once = endpoint?.repeat === "once" && request.idempotency_key === undefined;
        return once ? [JSON.stringify([request.path, request.body])] : [];
      });
      expect(new Set(sent).size, told(one)).toBe(sent.length);
      if (isCertificateFault(one.over)) expect(one.passed, told(one)).toEqual([]);
    }
  });

  test("acknowledge only what the service has, and say so if it may have more", () => {
    for (const one of ended) {
      if (!one.row.changes) continue;
      if (one.ran.code === 0)
        for (const operation of one.row.changes) expect(taken(one), told(one)).toContain(operation);
      // A broken connection. The message may only be silent about the change if it cannot have happened.
      const failed = /POST https?:\/\/[^/]+(\/v1[^\s"]*)/.exec(one.ran.stderr)?.[1];
      const lost = one.passed.find(({ method, path }) => method === "POST" && path === failed);
      const operation = lost && operationOf(lost);
      if (one.ran.code === 7 && operation && endpoints[operation].repeat === "once")
        expect(one.ran.stderr, told(one)).toMatch(/may or may not have/);
    }
  });

  test("repeat reads, and nothing more often than they are told to", () => {
    for (const one of ended.filter(({ row }) => row.command.endsWith(" list"))) {
      const paths = one.passed.map(({ path }) => path);
      for (const path of new Set(paths))
        expect(paths.filter((other) => other === path).length, told(one)).toBeLessThanOrEqual(RETRIES + 1);
    }
    expect(ended.some(({ ran, connections }) => ran.code === 0 && connections > 1)).toBe(true);
  });
});

const endOf = ({ row }: Ended) => row.ends ?? 0;

/** The exit codes that the faults of a scenario may lead to. */
function codesOf({ row, plan, over, connections, ran, passed }: Ended): readonly number[] {
  const met = plan.slice(0, connections);
  // It may be stopped while it is still querying the service.
  if (row.endless) return [1, 7, 130];
  const harmless = ({ kind }: Fault) => kind === "none" || kind === "latency";
  // A busy machine may be too slow itself, so something may have timed out or been repeated.
  const asked = new Set(passed.map(({ method, path, body }) => `${method} ${path} ${body}`));
  const slow = ran.stderr.includes("did not answer within") || asked.size < passed.length;
  if (met.every(harmless) && !isCertificateFault(over) && !slow) return [];
  return [1, 7, ...(row.may_end ?? [])];
}

const told = ({ row, seed, plan, over, one_request_each, pooled, ran, passed }: Ended) =>
  `${row.command}, seed ${seed}, ${JSON.stringify({ plan, over, one_request_each, pooled })}: ${ran.code} ` +
  `${ran.stderr}\n${ran.stdout.slice(0, 300)}\n${passed.map(({ method, path, status }) => `${method} ${path} ${status}`).join("\n")}`;

function summary(ended: readonly Ended[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { ran, over, plan, connections } of ended) {
    count(`exit code ${ran.code}`);
    if (over !== "http") count(`over https: ${over}`);
    for (const { kind } of plan.slice(0, connections)) count(`met: ${kind}`);
  }
  counts.set(
    "ms beyond its attempts, the longest",
    Math.round(Math.max(0, ...ended.map(({ late_ms }) => late_ms))),
  );
  return new Map([...counts].sort());
}
