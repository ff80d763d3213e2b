// A temporary PostgreSQL server with its own folder and a free port, removed afterwards.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Starts a server. PostgreSQL must be installed, not running.
 * @param is_durable waits for the disk as a production server does; otherwise data need not outlive the server
 * @param settings further settings of the server, by name
 * @throws an error that says what to do, if it cannot be started
 */
export async function startPostgres({ is_durable, settings = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  if (process.getuid?.() === 0) {
    const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
    chownSync(folder, id("-u"), id("-g"));
  }
  const data = join(folder, "data");
  const made = runProgram("initdb", folder, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
  const all = { fsync: is_durable ? "on" : "off", max_connections: 300, ...settings };
  try {
    if (made !== 0) throw new Error("PostgreSQL did not start");
    return await serve(folder, data, all);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a server over a folder of data in `folder`, which goes with it. */
async function serve(folder, data, settings) {
  const port = await freePort();
  const options = Object.entries({
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(folder, `log-${port}`);
  const control = (...args) => runProgram("pg_ctl", folder, "-D", data, "-l", log, "-o", options.join(" "), "-w", ...args);
  if (control("start") !== 0) throw new Error("PostgreSQL did not start");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** As after a crash: what was under way is lost, what was committed is recovered. */
    restart() {
      if (control("-m", "immediate", "restart") !== 0) throw new Error("PostgreSQL did not restart");
    },
    /** As at a crash, for good. Its folder stays, for a standby may be in it. */
    crash() {
      control("-m", "immediate", "stop");
    },
    /** Another server that follows this one, and can take its place. It goes when this one is stopped. */
    async standby() {
      const copy = join(folder, "standby");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
      if (runProgram("pg_basebackup", folder, ...from, "-D", copy, "-R", "-X", "stream", "-c", "fast") !== 0)
        throw new Error("PostgreSQL was not copied");
      const { url, crash } = await serve(folder, copy, settings);
      return {
        url,
        crash,
        /** From now on it takes changes. */
        promote() {
          if (runProgram("pg_ctl", folder, "-D", copy, "-w", "promote") !== 0)
            throw new Error("PostgreSQL was not promoted");
        },
      };
    },
    stop() {
      control("-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
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
function runProgram(program, cwd, ...args) {
  const isRoot = process.getuid?.() === 0;
  const path = join(findPrograms(program), program);
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
