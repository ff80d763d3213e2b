/** What a call costs as the store fills: with 1,000, 10,000 and 100,000 digital humans in simulations of 100. */
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { alone, request } from "../support/load.mjs";
import { digitalHuman } from "../support/manifests.mjs";
import { KEY, startService, useFolder } from "../support/processes.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "Growth";

const SIZES = [1_000, 10_000, 100_000];
const PER_SIMULATION = 100;
const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: [{ id: 101, name: "Front desk", mode: "TEXT" }],
      simulations: [{ id: 1, name: "First", agent_id: 101, digital_humans: [{ ...digitalHuman(1), id: 1 }] }],
    },
  ],
};
const CALLS = [
  {
    what: "E4, a durable create",
    bytes: request("POST", "/v1/create-digital-human", {
      digital_human: digitalHuman(1),
      simulation_ids: [1],
    }),
  },
  { what: "E3, a change", bytes: request("PUT", "/v1/update-digital-human/500", { verbosity: "low" }) },
  {
    what: "E7, the 100 digital humans of a simulation",
    bytes: request("GET", "/v1/digital-humans-by-simulation/5"),
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
    const subjects = CALLS.flatMap(({ what, bytes }) =>
      services.map(({ size, service }) => [
        `${what}, of ${size.toLocaleString("en")}`,
        () => alone(service.url, bytes, 100),
      ]),
    );
    const times = await inTurns(Object.fromEntries(subjects), { rounds: 7, budget_ms: 20_000 });
    const rows = Object.entries(times).map(([what, figures]) => ({ what, ...summary(figures) }));
    return [{ unit: "ms, one call after the other, median of 100", rows }];
  } finally {
    for (const { service } of services) await service.stop();
    folder.remove();
  }
}

/** Copies the first digital human until there are `size`. Straight into the tables: the service would take minutes. */
function fill(file, size) {
  const db = new DatabaseSync(file);
  const numbers = `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${size})`;
  const columns = (table, ...others) =>
    db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name)
      .filter((name) => !others.includes(name))
      .join(", ");
  const human = columns("digital_human", "id");
  const simulation = columns("simulation", "id", "name");
  db.exec("begin");
  db.exec(`${numbers} insert or ignore into simulation (id, name, ${simulation})
    select n, 'Simulation ' || n, ${simulation} from number, (select * from simulation where id = 1) where n <= ${size / PER_SIMULATION}`);
  db.exec(`${numbers} insert or ignore into digital_human (id, ${human})
    select n, ${human} from number, (select * from digital_human where id = 1)`);
  db.exec(`${numbers} insert or ignore into simulation_digital_human (simulation_id, digital_human_id)
    select 1 + (n - 1) / ${PER_SIMULATION}, n from number`);
  db.exec("commit");
  db.close();
}
