/**
 * The cost of a call as the store grows: with 1,000 to 1,000,000 digital humans in simulations of 100, and
 * with a hundredth as many metrics and versions of one prompt.
 */
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { alone, request } from "../support/load.mjs";
import { digitalHuman } from "../support/manifests.mjs";
import { KEY, startService, useFolder } from "../support/processes.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "Growth";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const PER_SIMULATION = 100;
const PER_METRIC = 100;
const CALLS_A_ROUND = 50;
const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: [
        { id: 101, name: "Front desk", mode: "TEXT", prompts: [{ prompt_text: "You are the front desk." }] },
      ],
      metrics: [{ name: "Greeting", response_type: "pass_fail", agent_ids: [101] }],
      simulations: [{ id: 1, name: "First", agent_id: 101, digital_humans: [{ ...digitalHuman(1), id: 1 }] }],
    },
  ],
};
const CHANGE = request("PUT", "/v1/update-digital-human/500", { verbosity: "low" });
const CALLS = [
  {
    what: "E4, a durable create",
    bytes: request("POST", "/v1/create-digital-human", {
      digital_human: digitalHuman(1),
      simulation_ids: [1],
    }),
  },
  { what: "E3, a change", bytes: CHANGE },
  {
    what: "E7, the 100 digital humans of a simulation, after a change",
    bytes: request("GET", "/v1/digital-humans-by-simulation/5"),
    before: CHANGE,
  },
  {
    what: "E8, the first 50 metrics, after a change",
    bytes: request("GET", "/v1/custom-metrics"),
    before: request("POST", "/v1/update-agent", { agent_id: 101, name: "Front desk" }),
  },
  {
    what: "E19, the latest 50 versions, after a change",
    bytes: request("GET", "/v1/agents/101/prompts/versions"),
    before: request("POST", "/v1/update-agent", { agent_id: 101, name: "Front desk" }),
  },
];

export async function measure() {
  const folder = useFolder();
  const services = [];
  try {
    for (const size of SIZES) {
      const options = ["--data", join(folder.path, String(size))];
      await (await startService(folder.path, SEED, options)).stop();
      fill(join(folder.path, String(size), "parley.db"), size);
      services.push({ size, service: await startService(folder.path, SEED, options) });
    }
    const subjects = CALLS.flatMap(({ what, bytes, before }) =>
      services.map(({ size, service }) => [
        `${what}, of ${size.toLocaleString("en")}`,
        () => alone(service.url, bytes, { count: CALLS_A_ROUND, before }),
      ]),
    );
    const times = await inTurns(Object.fromEntries(subjects), { rounds: 7, budget_ms: 30_000 });
    const rows = Object.entries(times).map(([what, figures]) => ({ what, ...summary(figures) }));
    return [{ unit: `ms, one call after the other, median of ${CALLS_A_ROUND}`, rows }];
  } finally {
    for (const { service } of services) await service.stop();
    folder.remove();
  }
}

/**
 * Copies the seed's objects until there are `size`. Writes directly to the tables, because the service would
 * take minutes.
 */
function fill(file, size) {
  const db = new DatabaseSync(file);
  // A file that is filled once and then only measured need not survive a power cut while it is being filled.
  db.exec("pragma journal_mode = off; pragma synchronous = off");
  const copy = (table, count, columns) => {
    const names = db.prepare("select name from pragma_table_info(?)").all(table);
    const others = names.map(({ name }) => name).filter((name) => !(name in columns));
    db.exec(`insert or ignore into ${table} (${[...Object.keys(columns), ...others].join(", ")})
      select ${[...Object.values(columns), ...others].join(", ")}
      from (with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})
        select n from number), (select * from ${table} limit 1)`);
  };
  db.exec("begin");
  copy("simulation", size / PER_SIMULATION, { id: "n", name: "'Simulation ' || n" });
  copy("digital_human", size, { id: "n" });
  copy("simulation_digital_human", size, {
    simulation_id: `1 + (n - 1) / ${PER_SIMULATION}`,
    digital_human_id: "n",
  });
  copy("custom_metric", size / PER_METRIC, { id: "'metric-' || n" });
  copy("prompt_version", size / PER_METRIC, { id: "'prompt-' || n", version: "n" });
  db.exec("commit; pragma journal_mode = wal");
  db.close();
}
