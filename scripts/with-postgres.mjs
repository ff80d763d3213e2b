// Runs a command beside a PostgreSQL server of its own, which is gone afterwards:
//   node scripts/with-postgres.mjs <command> [argument]...
// The command finds the server's URL in PARLEY_TEST_DATABASE_URL. Without a command the server runs until Ctrl-C.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
const programs = findPrograms();
const port = await freePort();
const started = start();
if (started !== 0) {
  remove();
  process.exit(started);
}
const database_url = `postgres://postgres@127.0.0.1:${port}/postgres`;
const [command, ...args] = process.argv.slice(2);
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
if (command) {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, PARLEY_TEST_DATABASE_URL: database_url },
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    end(127);
  });
  child.on("exit", (code) => end(code ?? 1));
} else {
  process.stdout.write(`PARLEY_TEST_DATABASE_URL=${database_url}\n`);
  const idle = setInterval(() => {}, 60_000);
  for (const signal of signals)
    process.on(signal, () => {
      clearInterval(idle);
      end(0);
    });
}

/** The folder of initdb: on the path, or where Debian and its relatives keep the newest version. */
function findPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((v) => join(debian, v, "bin"))];
  const found = folders.find((path) => existsSync(join(path, "initdb")));
  if (found) return found;
  process.stderr.write("PostgreSQL is not installed (no initdb found); try: apt-get install postgresql\n");
  process.exit(2);
}

/** PostgreSQL refuses to run as root, so that root runs it as the user that its package made. */
function postgres(program, ...args) {
  const path = join(programs, program);
  const isRoot = process.getuid?.() === 0;
  const [run, ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", path, ...args] : [path, ...args];
  return spawnSync(run, rest, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }).status ?? 1;
}

/** A server whose data need not outlive it: nothing waits for the disk. */
function start() {
  if (process.getuid?.() === 0) {
    const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
    chownSync(folder, id("-u"), id("-g"));
  }
  const data = join(folder, "data");
  const options = [
    "-c listen_addresses=127.0.0.1",
    `-c port=${port}`,
    `-c unix_socket_directories=${folder}`,
    "-c fsync=off",
    "-c max_connections=300",
  ].join(" ");
  return (
    postgres("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync") ||
    postgres("pg_ctl", "-D", data, "-l", join(folder, "log"), "-o", options, "-w", "start")
  );
}

function end(code) {
  postgres("pg_ctl", "-D", join(folder, "data"), "-m", "immediate", "-w", "stop");
  remove();
  process.exit(code);
}

function remove() {
  rmSync(folder, { recursive: true, force: true });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
