/**
 * Compares one service with three over a durable PostgreSQL database on the same machine: mixed load, and
 * what is true afterwards.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../../scripts/postgres-server.mjs";
import { AGENTS, callOf, frontDesks, newDigitalHuman, newVersions } from "../support/front-desks.mjs";
import { latencies, peak, request } from "../support/load.mjs";
import { startService, useFolder } from "../support/processes.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "Hosting";

const METRICS = 50;
const ROUNDS = 3;

const seed = frontDesks({
  metrics: Array.from({ length: METRICS }, (_, i) => ({ name: `Metric ${i}`, response_type: "pass_fail" })),
});

const TRANSCRIPT = [
  { speaker: "AGENT", utterance: "Front desk, how can I help?", start_offset_ms: 0, end_offset_ms: 1500 },
  { speaker: "USER", utterance: "I need an appointment.", start_offset_ms: 2100, end_offset_ms: 3600 },
];

/** What a team does: mostly reading. A tenth are new versions, and two tenths are calls to evaluate. */
function mix() {
  const counts = { reads: 0, digital_humans: 0, versions: 0, calls: 0 };
  const lists = request("GET", "/v1/custom-metrics");
  const calls = AGENTS.map((id) => callOf(id, { transcript: TRANSCRIPT }));
  let turn = 0;
  const count = (kind, bytes) => {
    counts[kind]++;
    return bytes;
  };
  return {
    counts,
    next() {
      const agent = turn % AGENTS.length;
      const share = turn++ % 10;
      if (share < 5) return count("reads", lists);
      if (share < 7) return count("digital_humans", newDigitalHuman);
      if (share < 8) return count("versions", newVersions[agent]);
      return count("calls", calls[agent]);
    },
  };
}

export async function measure() {
  const [one, three] = [await host(1), await host(3)];
  const rows = (field, goal = {}) => [
    { what: "one service", ...goal, ...one[field] },
    { what: "three services", ...goal, ...three[field] },
  ];
  return [
    { unit: "answers a second, 64 connections", rows: rows("pace") },
    { unit: "ms, p99 at half of that", rows: rows("p99") },
    { unit: "calls evaluated a second, beside the load", rows: rows("evaluated") },
    { unit: "answers that were not 200, and connections that broke", rows: rows("refused", { at_most: 0 }) },
    { unit: "invariants broken at the end", rows: rows("broken", { at_most: 0 }) },
  ];
}

const single = (median) => ({ median, low: median, high: median, rounds: 1 });

async function host(count) {
  const folder = useFolder();
  const postgres = await startPostgres({ is_durable: true });
  const database = new pg.Client({ connectionString: postgres.url });
  const services = [];
  try {
    for (let i = 0; i < count; i++)
      services.push(
        await startService(folder.path, seed, [
          "--database-url",
          postgres.url,
          "--data",
          join(folder.path, "data"),
        ]),
      );
    await database.connect();
    const urls = services.map(({ url }) => url);
    const { counts, next } = mix();
    let refused = 0;
    const load = async (send) => {
      try {
        return await send();
      } catch (error) {
        refused++;
        process.stderr.write(`${error.message}\n`);
        return Number.NaN;
      }
    };
    // Each service gets the same load to warm up, however many share it: the comparison is of how they run,
    // not how they start.
    for (let i = 0; i < count; i++) await load(() => peak(urls, next, { milliseconds: 3000 }));
    await evaluatedAll(database);
    const warmed_up = counts.calls;
    const began = performance.now();
    const figures = await inTurns(
      {
        pace: () => load(() => peak(urls, next, { milliseconds: 3000 })),
        p99: async () => {
          const per_second = (await load(() => peak(urls, next))) / 2;
          return (await load(() => latencies(urls, next, { per_second }))).p99;
        },
      },
      { rounds: ROUNDS },
    );
    await evaluatedAll(database);
    const seconds = (performance.now() - began) / 1000;
    return {
      pace: summary(figures.pace),
      p99: summary(figures.p99),
      evaluated: single((counts.calls - warmed_up) / seconds),
      refused: single(refused),
      broken: single(await brokenInvariants(database, counts)),
    };
  } finally {
    for (const service of services) await service.stop();
    await database.end();
    postgres.stop();
    folder.remove();
  }
}

async function evaluatedAll(database) {
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    const { rows } = await database.query("select count(*)::int as open from job");
    if (rows[0].open === 0) return;
    await sleep(100);
  }
  throw new Error("two minutes after the load not all calls were evaluated");
}

/**
 * Everything that was acknowledged exists once, version numbers have no gaps, and every call has its
 * evaluation.
 */
async function brokenInvariants(database, counts) {
  const numberOf = async (query) => Number((await database.query(query)).rows[0].number);
  const checks = [
    [await numberOf("select count(*) as number from digital_human"), counts.digital_humans],
    [await numberOf("select count(*) as number from prompt_version"), counts.versions],
    [
      await numberOf(
        "select sum(latest) as number from (select max(version) as latest from prompt_version group by agent_id) as agents",
      ),
      counts.versions,
    ],
    [await numberOf("select count(*) as number from call where status = 'COMPLETED'"), counts.calls],
  ];
  for (const [found, wanted] of checks)
    if (found !== wanted) process.stderr.write(`${found} where ${wanted} were acknowledged\n`);
  return checks.filter(([found, wanted]) => found !== wanted).length;
}
