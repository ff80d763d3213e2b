// A temporary PostgreSQL server with its own folder and a free port, removed afterwards.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Starts a server. PostgreSQL must be installed, not running.
 * @param is_durable waits for the disk as a production server does; otherwise data need not outlive the server
 * @throws an error that says what to do, if it cannot be started
 */
export async function startPostgres({ is_durable }) {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  const data = join(folder, "data");
  const port = await freePort();
  const run = (program, ...args) => runAsPostgres(join(programs, program), args, folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.getuid?.() === 0) {
    const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
    chownSync(folder, id("-u"), id("-g"));
  }
  const options = [
    "-c listen_addresses=127.0.0.1",
    `-c port=${port}`,
    `-c unix_socket_directories=${folder}`,
    `-c fsync=${is_durable ? "on" : "off"}`,
    "-c max_connections=300",
  ].join(" ");
  const failed =
    run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync") ||
    run("pg_ctl", "-D", data, "-l", join(folder, "log"), "-o", options, "-w", "start");
  if (failed) {
    remove();
    throw new Error("PostgreSQL did not start");
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** As after a crash: what was under way is lost, what was committed is recovered. */
    restart() {
      if (
        run(
          "pg_ctl",
          "-D",
          data,
          "-l",
          join(folder, "log"),
          "-o",
          options,
          "-m",
          "immediate",
          "-w",
          "restart",
        )
      )
        throw new Error("PostgreSQL did not restart");
    },
    stop() {
      run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      remove();
    },
  };
}

/** The folder of PostgreSQL's programs that has this one: on the path, or where Debian and its relatives keep the newest version. */
export function findPrograms(program = "initdb") {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((v) => join(debian, v, "bin"))];
  const found = folders.find((path) => existsSync(join(path, program)));
  if (found) return found;
  throw new Error(`PostgreSQL is not installed (no ${program} found); try: apt-get install postgresql`);
}

/** PostgreSQL refuses to run as root, so root runs it as the user that its package created. */
function runAsPostgres(path, args, cwd) {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", path, ...args] : [path, ...args];
  return spawnSync(command, rest, { cwd, stdio: ["ignore", "ignore", "inherit"] }).status ?? 1;
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
