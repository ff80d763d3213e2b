/**
 * Durable creates over PostgreSQL, compared with what PostgreSQL's own load generator reaches with one
 * insert, and with the embedded store.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPrograms, startPostgres } from "../../scripts/postgres-server.mjs";
import { peak, request } from "../support/load.mjs";
import { digitalHuman } from "../support/manifests.mjs";
import { KEY, startService, useFolder } from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Creates over PostgreSQL";

const CONNECTIONS = 64;
const ROUNDS = 6;
const MILLISECONDS = 2000;
/** PostgreSQL's sessions report their counts with a delay of up to a second. */
const COUNTED_MS = 1500;

const seed = { kind: "Seed", organizations: [{ name: "bench", api_key: KEY }] };
const create = request("POST", "/v1/create-digital-human", { digital_human: digitalHuman(1) });

export async function measure() {
  const folder = useFolder();
  const postgres = await startPostgres({ is_durable: true });
  const database = new pg.Client({ connectionString: postgres.url });
  const running = [];
  const start = async (name, ...options) => {
    const service = await startService(folder.path, seed, ["--data", join(folder.path, name), ...options]);
    running.push(service);
    return service;
  };
  try {
    await database.connect();
    const embedded = await start("embedded");
    const shared = [];
    for (let i = 0; i < 3; i++) shared.push(await start("shared", "--database-url", postgres.url));
    await makeYardstick(database);
    const script = join(folder.path, "insert.sql");
    writeFileSync(script, await insertOf(database, "yardstick"));
    const ours = join(folder.path, "insert-ours.sql");
    writeFileSync(ours, await insertOf(database, "digital_human"));
    const times = { embedded: [], one: [] };
    const changes = { one: [], three: [] };
    const timed = async (name, services) => {
      const urls = services.map(({ url }) => url);
      const time = () => services.reduce((sum, service) => sum + service.processorTime(), 0);
      const before = time();
      const pace = await peak(urls, create, { connections: CONNECTIONS, milliseconds: MILLISECONDS });
      times[name]?.push((time() - before) / ((pace * MILLISECONDS) / 1000));
      return pace;
    };
    const counted = async (name, services) => {
      const before = await transactionsOf(database);
      const pace = await timed(name, services);
      const after = await transactionsOf(database);
      const creates = (pace * MILLISECONDS) / 1000;
      changes[name].push({
        commits: (after.commits - before.commits) / creates,
        rollbacks: (after.rollbacks - before.rollbacks) / creates,
      });
      return pace;
    };
    const figures = await inTurns(
      {
        pgbench: async () => pgbench(script, postgres.url),
        ours: async () => pgbench(ours, postgres.url),
        embedded: () => timed("embedded", [embedded]),
        one: () => counted("one", shared.slice(0, 1)),
        three: () => counted("three", shared),
      },
      { rounds: ROUNDS },
    );
    const rowsOf = (name) => summary(changes[name].slice(1).map(({ commits }) => commits));
    const retriesOf = (name) => summary(changes[name].slice(1).map(({ rollbacks }) => rollbacks));
    return [
      {
        unit: `durable creates a second, ${CONNECTIONS} connections`,
        rows: [
          { what: "`pgbench`, one insert each, no triggers", ...summary(figures.pgbench) },
          { what: "`pgbench`, one insert each, into our table", ...summary(figures.ours) },
          { what: "one service over PostgreSQL", ...summary(figures.one) },
          { what: "three services over PostgreSQL", ...summary(figures.three) },
          { what: "one service, embedded", ...summary(figures.embedded) },
        ],
      },
      {
        unit: "times",
        rows: [
          {
            what: "one service over PostgreSQL, of `pgbench`",
            at_least: 0.25,
            ...ratio(figures.one, figures.pgbench),
          },
          { what: "three services, of one", ...ratio(figures.three, figures.one) },
          {
            what: "processor time of the service for a create, of the embedded one's",
            ...ratio(times.one.slice(1), times.embedded.slice(1)),
          },
        ],
      },
      {
        unit: "for each create",
        rows: [
          { what: "transactions, one service", ...rowsOf("one") },
          { what: "transactions, three services", ...rowsOf("three") },
          { what: "transactions rolled back, one service", ...retriesOf("one") },
          { what: "transactions rolled back, three services", ...retriesOf("three") },
          { what: "ms of the service's processor time, over PostgreSQL", ...summary(times.one.slice(1)) },
          { what: "ms of the service's processor time, embedded", ...summary(times.embedded.slice(1)) },
        ],
      },
    ];
  } finally {
    for (const service of running) await service.stop();
    await database.end();
    postgres.stop();
    folder.remove();
  }
}

/**
 * A table with the columns, indexes and constraints of digital humans, but without the service's triggers.
 */
async function makeYardstick(database) {
  await database.query("create table yardstick (like digital_human including all)");
  const { rows } = await database.query(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = 'digital_human'::regclass and contype = 'f'",
  );
  for (const { rule } of rows) await database.query(`alter table yardstick add ${rule}`);
}

/** The statement that a create runs, with the row that it inserts. */
async function insertOf(database, table) {
  const { rows } = await database.query("select id from organization");
  // In pgbench, a colon begins a variable.
  const text = JSON.stringify(digitalHuman(1))
    .replaceAll("'", "''")
    .replaceAll("\\", "\\\\")
    .replaceAll(":", "\\003a");
  return `insert into ${table} (organization_id, record, request_fields, always_on_number, created_at)
    values ('${rows[0].id}', U&'${text}', null, null, '2025-03-01') returning id;\n`;
}

function pgbench(script, url) {
  const seconds = String(MILLISECONDS / 1000);
  const args = [
    "-n",
    "-c",
    String(CONNECTIONS),
    "-j",
    "2",
    "-T",
    seconds,
    "-M",
    "prepared",
    "-f",
    script,
    url,
  ];
  const printed = execFileSync(join(findPrograms("pgbench"), "pgbench"), args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const found = /tps = ([\d.]+)/.exec(printed);
  if (!found) throw new Error(`pgbench inserted nothing in ${seconds} s: the machine is too busy to measure`);
  return Number(found[1]);
}

async function transactionsOf(database) {
  await sleep(COUNTED_MS);
  const { rows } = await database.query(
    "select xact_commit::int as commits, xact_rollback::int as rollbacks from pg_stat_database where datname = current_database()",
  );
  return rows[0];
}
