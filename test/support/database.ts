import { randomUUID } from "node:crypto";
import pg from "pg";

export interface TestDatabase {
  readonly url: string;
  /** Breaks every connection to it. */
  disconnect(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * An empty, separate database on the server that PARLEY_TEST_DATABASE_URL names. Undefined without one: the
 * tests then use the embedded store.
 */
export async function makeDatabase(): Promise<TestDatabase | undefined> {
  const server = process.env["PARLEY_TEST_DATABASE_URL"];
  if (!server) return undefined;
  const name = `parley_test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connections = `from pg_stat_activity where datname = '${name}'`;
  return {
    url: url.href,
    disconnect: () => execute(server, `select pg_terminate_backend(pid) ${connections}`),
    drop: () => execute(server, `drop database ${name} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
