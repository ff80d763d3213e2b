/** What the service does per second, compared with the same HTTP layer without the cost of a store. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../support/bundle.mjs";
import { latencies, peak, request } from "../support/load.mjs";
import { digitalHuman } from "../support/manifests.mjs";
import { canSlowDisk, KEY, start, startService, useFolder } from "../support/processes.mjs";
import { fullSeed } from "../support/seeds.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "The service";

const CREATE = request("POST", "/v1/create-digital-human", { digital_human: digitalHuman(1) });
const SLOW_FSYNC_MS = 4;
const READS = [
  { what: "E8, a page of 50 metrics", operation: "list_custom_metrics", path: "/v1/custom-metrics" },
  {
    what: "E7, 1,000 digital humans",
    operation: "list_digital_humans",
    path: "/v1/digital-humans-by-simulation/7",
  },
  {
    what: "E19, 50 versions of a prompt",
    operation: "list_prompt_versions",
    path: "/v1/agents/101/prompts/versions",
  },
];

export async function measure() {
  const folder = useFolder();
  const started = [];
  const started_as = async (server) => {
    const running = await server;
    started.push(running);
    return running.url;
  };
  try {
    const service = await started_as(
      startService(folder.path, fullSeed, ["--data", join(folder.path, "data")]),
    );
    const file = await bundle("bench/servers/app.ts", folder.path);
    const app = (...args) => started_as(start([file, ...args], { env: process.env }));
    return [
      ...(await creating(service, app, folder.path)),
      ...(canSlowDisk() ? [await creatingSlowly(folder.path, file, started_as)] : []),
      ...(await reading(service, app, folder.path)),
      ...(await answering(service)),
    ];
  } finally {
    for (const running of started) await running.stop();
    folder.remove();
  }
}

async function creating(service, app, folder) {
  const each = join(folder, "each");
  mkdirSync(each);
  const [no_store, commit_each] = [await app("no-store"), await app("commit-each", each)];
  const paces = await inTurns(
    {
      service: () => peak(service, CREATE),
      no_store: () => peak(no_store, CREATE),
      commit_each: () => peak(commit_each, CREATE),
    },
    { rounds: 5, budget_ms: 20_000 },
  );
  return [
    {
      unit: "durable creates a second, 64 connections",
      rows: [
        { what: "`parley serve`", ...summary(paces.service) },
        { what: "the same handler, nothing stored", ...summary(paces.no_store) },
        { what: "the same handler, a commit for each request", ...summary(paces.commit_each) },
      ],
    },
    {
      unit: "×",
      rows: [
        {
          what: "`parley serve` against nothing stored",
          at_least: 0.75,
          ...ratio(paces.service, paces.no_store),
        },
        {
          what: "`parley serve` against a commit for each",
          at_least: 5,
          ...ratio(paces.service, paces.commit_each),
        },
      ],
    },
  ];
}

/**
 * The same with fsyncs as slow as those of a disk behind a network: the cost of a commit for each request.
 */
async function creatingSlowly(folder, app, started_as) {
  const [of_service, of_each] = ["slow", "slow-each"].map((name) => join(folder, name));
  mkdirSync(of_each);
  const slow = { fsync_ms: SLOW_FSYNC_MS };
  const service = await started_as(startService(folder, fullSeed, ["--data", of_service], slow));
  const each = await started_as(start([app, "commit-each", of_each], { env: process.env, ...slow }));
  const paces = await inTurns(
    { service: () => peak(service, CREATE), each: () => peak(each, CREATE) },
    { rounds: 3, budget_ms: 10_000 },
  );
  return {
    unit: `× a commit for each, with ${SLOW_FSYNC_MS} ms added to each fsync`,
    rows: [{ what: "`parley serve`", at_least: 20, ...ratio(paces.service, paces.each) }],
  };
}

async function reading(service, app, folder) {
  const answers = {};
  for (const { operation, path } of READS) {
    const answer = await fetch(service + path, { headers: { "x-api-key": KEY } });
    answers[operation] = { path, text: await answer.text() };
  }
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const servers = { service, ready: await app("ready", file), bare: await app("bare", file) };
  const paces = await inTurns(
    Object.fromEntries(
      READS.flatMap(({ operation, path }) =>
        Object.entries(servers).map(([name, url]) => [
          `${name} ${operation}`,
          () => peak(url, request("GET", path), { milliseconds: 700 }),
        ]),
      ),
    ),
    { rounds: 4, budget_ms: 35_000 },
  );
  const against = (name, goal) =>
    READS.map(({ what, operation }) => ({
      what,
      ...goal,
      ...ratio(paces[`service ${operation}`], paces[`${name} ${operation}`]),
    }));
  return [
    { unit: "× a handler that returns a ready string", rows: against("ready", { at_least: 0.6 }) },
    { unit: "× the same string behind nothing but routes", rows: against("bare") },
    {
      unit: "answers a second, 64 connections",
      rows: READS.flatMap(({ what, operation }) => {
        const kB = Math.round(answers[operation].text.length / 1000);
        return [
          { what, ...summary(paces[`service ${operation}`]) },
          { what: `a handler that returns its ${kB} kB`, ...summary(paces[`ready ${operation}`]) },
          { what: "the same behind nothing but routes", ...summary(paces[`bare ${operation}`]) },
        ];
      }),
    },
  ];
}

async function answering(service) {
  const metrics = request("GET", "/v1/custom-metrics");
  const at_half = async (bytes) => {
    const per_second = (await peak(service, bytes)) / 2;
    return (await latencies(service, bytes, { per_second })).p99;
  };
  const times = await inTurns(
    { create: () => at_half(CREATE), read: () => at_half(metrics) },
    { rounds: 3, budget_ms: 20_000, warm_up: false },
  );
  return [
    {
      unit: "ms, p99 at half the peak load",
      rows: [
        { what: "E4, a durable create", at_most: 20, ...summary(times.create) },
        { what: "E8, a page of 50 metrics", at_most: 20, ...summary(times.read) },
      ],
    },
  ];
}
