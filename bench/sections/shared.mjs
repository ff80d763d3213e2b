/**
 * Services that share one PostgreSQL database: what a request costs the database, however many services there
 * are, and whether each service stays responsive.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../../scripts/postgres-server.mjs";
import { HEADER_BYTES, wavHeader } from "../../scripts/wav.mjs";
import { AGENTS, callOf, frontDesks, newDigitalHuman, newVersions } from "../support/front-desks.mjs";
import { latencies, peak } from "../support/load.mjs";
import { run, startService, useFolder } from "../support/processes.mjs";
import { quantile, summary } from "../support/statistics.mjs";

export const title = "Services that share a database";

const COUNTS = [1, 3, 6];
const ROUNDS = 2;
/**
 * Few enough that no service is busy. Requests that arrive together would share statements, and more of them
 * would if there were fewer services.
 */
const PER_SECOND = 100;
const MILLISECONDS = 5000;
/** How often to check which sessions wait for a lock. */
const LOOK_MS = 5;
/** How often and for how long `/healthz` is requested: enough for a 99.9th percentile. */
const PROBE_MS = 10;
const PROBED_MS = 15_000;
const RECORDING_BYTES = 8 * 1024 * 1024;

const said = (turns) =>
  Array.from({ length: turns }, (_, turn) => ({
    speaker: turn % 2 === 0 ? "AGENT" : "USER",
    utterance: "Front desk, how can I help you with your appointment?",
    start_offset_ms: turn * 2000,
    end_offset_ms: turn * 2000 + 1500,
  }));
const calls = AGENTS.map((id) => callOf(id, { transcript: said(2) }));
const long_call = callOf(101, { transcript: said(200) });

/** New digital humans, calls and versions in turn, each with its own agent. */
function mix() {
  let turn = 0;
  return () => {
    const agent = Math.floor(turn / 3) % AGENTS.length;
    return [newDigitalHuman, calls[agent], newVersions[agent]][turn++ % 3];
  };
}

/** Each service gets the same load. */
function load(urls) {
  const next = mix();
  const per_second = PER_SECOND / urls.length;
  return Promise.all(urls.map((url) => latencies(url, next, { per_second, milliseconds: MILLISECONDS })));
}

export async function measure() {
  const folder = useFolder();
  const postgres = await startPostgres({
    is_durable: true,
  });
  const database = new pg.Client({ connectionString: postgres.url });
  const services = [];
  try {
    await database.connect();
    const figures = new Map();
    for (const count of COUNTS) {
      while (services.length < count)
        services.push(await startOne(folder.path, postgres.url, "--role", "api"));
      const urls = services.map(({ url }) => url);
      await load(urls);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await costs(database, urls));
      figures.set(count, rounds);
    }
    for (const service of services.splice(0)) await service.stop();
    // The jobs of these calls would disturb the next measurement.
    await database.query("truncate job");
    services.push(await startOne(folder.path, postgres.url));
    const probed = await probe(services[0]);
    const rows = (field, goal = {}) =>
      COUNTS.map((count) => ({
        what: NAMES[count],
        ...goal,
        ...summary(figures.get(count).map((round) => round[field])),
      }));
    return [
      { unit: "sessions that wait for a lock, on average", rows: rows("waiting") },
      { unit: "transactions rolled back, for each change", rows: rows("retries") },
      {
        unit: "ms until `/healthz` answers, p99.9",
        rows: Object.entries(probed).map(([what, times]) => ({
          what,
          ...(what !== IDLE && { at_most: 50 }),
          median: quantile(times, 0.999),
          low: quantile(times, 0.5),
          high: times.at(-1),
          rounds: 1,
        })),
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    await database.end();
    postgres.stop();
    folder.remove();
  }
}

const NAMES = { 1: "one service", 3: "three services", 6: "six services" };
const IDLE = "one service over PostgreSQL, without other requests";

const startOne = (folder, url, ...options) =>
  startService(folder, frontDesks(), ["--database-url", url, "--data", join(folder, "data"), ...options]);

/** What the changes of a round cost the database, whichever service makes them. */
async function costs(database, urls) {
  const before = await rolledBack(database);
  let looks = 0;
  let waiting = 0;
  let isOver = false;
  const looking = (async () => {
    for (; !isOver; looks++) {
      const { rows } = await database.query("select count(*)::int as count from pg_locks where not granted");
      waiting += rows[0].count;
      await sleep(LOOK_MS);
    }
  })();
  await load(urls);
  isOver = true;
  await looking;
  const after = await rolledBack(database);
  const requests = (PER_SECOND * MILLISECONDS) / 1000;
  return {
    retries: (after - before) / requests,
    waiting: waiting / looks,
  };
}

/** Transactions that were rolled back so far. */
async function rolledBack(database) {
  // PostgreSQL's processes report their counts with a delay of up to a second.
  await sleep(1500);
  const { rows } = await database.query(
    "select xact_rollback::int as count from pg_stat_database where datname = current_database()",
  );
  return rows[0].count;
}

/**
 * How long `/healthz` takes to answer while there are no other requests, while recordings arrive, and while
 * calls are evaluated.
 */
async function probe({ url }) {
  const recording = callOf(101, {
    recording_base64: `data:audio/wav;base64,${silence(RECORDING_BYTES).toString("base64")}`,
  });
  const beside = async (send) => {
    let isOver = false;
    const loading = (async () => {
      while (!isOver) await send();
    })();
    const times = await healthOf(url);
    isOver = true;
    await loading;
    return times;
  };
  return {
    [IDLE]: await healthOf(url),
    "while recordings of 8 MiB are uploaded": await beside(() =>
      peak(url, recording, { connections: 2, milliseconds: 2000 }),
    ),
    "while calls of 200 turns are submitted and evaluated": await beside(() =>
      latencies(url, long_call, { per_second: 50, milliseconds: 2000 }),
    ),
  };
}

/** In a process of its own, because the load keeps this one busy. */
async function healthOf(url) {
  const client = join(import.meta.dirname, "../clients/probe.mjs");
  const args = [client, `${url}/healthz`, String(PROBE_MS), String(PROBED_MS)];
  return JSON.parse((await run(process.execPath, args)).stdout);
}

/** A silent WAV file: 8 kHz, one channel, 16 bits. */
function silence(bytes) {
  const header = wavHeader({ channels: 1, rate: 8000, bytes: bytes - HEADER_BYTES });
  return Buffer.concat([header, Buffer.alloc(bytes - header.length)]);
}
