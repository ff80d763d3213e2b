/**
 * `parley test` beside promptfoo, each as a whole process: the same agent, which is running already, the same number
 * of conversations, and the same two assertions on each answer. Conversations have one turn, and then four that are
 * written word for word. The agent needs no memory, so promptfoo may send the turns of a conversation side by side.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "../support/install.mjs";
import { environment, PARLEY, runMeasured, startServer, useFolder } from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Tests of an agent";

/** Conversations, and the share of the time of promptfoo that they may take. */
const COUNTS = new Map([
  [1, 0.5],
  [20, 0.5],
  [100, 0.75],
]);
const MEMORY_GOAL = 0.75;
/** Turns of a conversation. */
const LENGTHS = [1, 4];
const ROUNDS = 5;
/** Without them, it asks the network for a newer version, and reports usage. */
const QUIET = {
  CI: "true",
  DO_NOT_TRACK: "1",
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "true",
};

export async function measure() {
  const folder = useFolder();
  try {
    const brought = join(folder.path, "promptfoo");
    mkdirSync(brought);
    await install(brought, "promptfoo");
    const promptfoo = join(brought, "node_modules/promptfoo/dist/src/entrypoint.js");
    const tables = [];
    for (const turns of LENGTHS) tables.push(...(await compare(promptfoo, turns, folder)));
    return tables;
  } finally {
    folder.remove();
  }
}

async function compare(promptfoo, turns, folder) {
  const agent = await startServer("confirming-agent.mjs", ...(turns > 1 ? ["stays"] : []));
  const tables = [];
  try {
    for (const [count, goal] of COUNTS) {
      const cwd = join(folder.path, `${count}-${turns}`);
      mkdirSync(cwd);
      writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(testFile(agent.url, count, turns)));
      writeFileSync(
        join(cwd, "promptfooconfig.yaml"),
        JSON.stringify(promptfooFile(agent.url, count, turns)),
      );
      const options = { folder: cwd, cwd, env: { ...environment(folder.path), ...QUIET } };
      const figures = await inTurns(
        {
          parley: () => passed(runMeasured([PARLEY, "test"], options), `${count} passed`),
          promptfoo: () =>
            passed(
              runMeasured([promptfoo, "eval", "--no-cache", "--no-table", "-j", "8"], options),
              `${count * turns} passed`,
            ),
        },
        { rounds: ROUNDS, budget_ms: 60_000 },
      );
      const of = (name, field) => figures[name].map((figure) => figure[field]);
      const length = turns === 1 ? "" : ` of ${turns} turns`;
      const conversations = `${count === 1 ? "1 conversation" : `${count} conversations`}${length}`;
      tables.push(
        {
          unit: `× promptfoo, ${conversations}`,
          rows: [
            {
              what: "time",
              ...ratio(of("parley", "milliseconds"), of("promptfoo", "milliseconds")),
              at_most: goal,
            },
            {
              what: "peak memory",
              ...ratio(of("parley", "peak_mb"), of("promptfoo", "peak_mb")),
              at_most: MEMORY_GOAL,
            },
          ],
        },
        {
          unit: `ms, ${conversations}`,
          rows: [
            { what: "`parley test`", ...summary(of("parley", "milliseconds")) },
            { what: "`promptfoo eval`", ...summary(of("promptfoo", "milliseconds")) },
          ],
        },
      );
    }
    return tables;
  } finally {
    await agent.stop();
  }
}

const EXPECTED = ['says "confirmed"', 'never says "refund"'];

const linesOf = (caller, turns) =>
  Array.from({ length: turns }, (_, turn) => `Hello. I want to cancel order ${caller}-${turn}.`);

const testFile = (url, count, turns) => ({
  kind: "Test",
  agent: { http: url },
  callers: {
    list: Array.from({ length: count }, (_, index) => ({
      name: `Caller ${index}`,
      ...(turns === 1
        ? { intent: "Wants to cancel an order.", expect: EXPECTED }
        : { turns: linesOf(index, turns).map((say) => ({ say, expect: EXPECTED })) }),
    })),
  },
});

const promptfooFile = (url, count, turns) => ({
  prompts: ["{{message}}"],
  providers: [
    {
      id: url,
      config: {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: { message: "{{prompt}}" },
        transformResponse: "json.message",
      },
    },
  ],
  tests: Array.from({ length: count }, (_, index) => linesOf(index, turns)).flatMap((lines, index) =>
    lines.map((message) => ({
      description: `Caller ${index}`,
      vars: { message },
      assert: [
        { type: "contains", value: "confirmed" },
        { type: "not-contains", value: "refund" },
      ],
    })),
  ),
});

/** A run that has judged something else says nothing about speed. */
async function passed(measured, words) {
  const figure = await measured;
  if (!figure.stdout.includes(words)) throw new Error(`not "${words}": ${figure.stdout.slice(-500)}`);
  return figure;
}
