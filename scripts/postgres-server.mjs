// A temporary PostgreSQL server with its own folder and a free port, removed afterwards.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Starts a server. PostgreSQL must be installed, but need not be running.
 * @param is_durable waits for the disk as a production server does; otherwise data need not outlive the
 *   server
 * @param settings further settings of the server, by name
 * @param disk_mb size of a disk for its data, which `fill` fills; only root can create one (`canMakeDisk`)
 * @throws an error that says what to do, if the server cannot be started
 */
export async function startPostgres({ is_durable, settings = {}, disk_mb }) {
  const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  const disk = disk_mb === undefined ? undefined : await makeDisk(folder, disk_mb);
  if (process.getuid?.() === 0) {
    const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
    chownSync(disk?.path ?? folder, id("-u"), id("-g"));
  }
  const place = { folder, data: join(folder, "data"), disk };
  const made = runProgram(
    place,
    "initdb",
    ...["-D", place.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
  );
  const all = { fsync: is_durable ? "on" : "off", max_connections: 300, ...settings };
  try {
    if (made !== 0) throw new Error("PostgreSQL did not start");
    return await serve(place, all);
  } catch (error) {
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a server with its data in `folder`, which is removed with it. */
async function serve(place, settings) {
  const { folder, data, disk } = place;
  const port = await freePort();
  const options = Object.entries({
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(folder, `log-${port}`);
  const control = (...args) =>
    runProgram(place, "pg_ctl", "-D", data, "-l", log, "-o", options.join(" "), "-w", ...args);
  const isRunning = () => control("-s", "status") === 0;
  const crash = () => {
    if (isRunning()) control("-m", "immediate", "stop");
  };
  if (control("start") !== 0) throw new Error("PostgreSQL did not start");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Restarts as after a crash: unfinished work is lost, and committed work is recovered. */
    restart() {
      if (control("-m", "immediate", "restart") !== 0) throw new Error("PostgreSQL did not restart");
    },
    /** Stops for good, as a crash would. The folder stays, because a standby may be in it. */
    crash,
    /** Fills its disk. */
    fill: () => disk?.fill(),
    /** Frees the space, and starts the server again if it ended when its disk was full. */
    free() {
      disk?.free();
      if (!isRunning() && control("start") !== 0) throw new Error("PostgreSQL did not start again");
    },
    /**
     * Another server that replicates this one and can take its place. It is removed when this one is stopped.
     */
    async standby() {
      const copy = join(folder, "standby");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
      if (runProgram(place, "pg_basebackup", ...from, "-D", copy, "-R", "-X", "stream", "-c", "fast") !== 0)
        throw new Error("PostgreSQL was not copied");
      const { url, crash } = await serve({ folder, data: copy, disk }, settings);
      return {
        url,
        crash,
        /** From now on, it accepts changes. */
        promote() {
          if (runProgram(place, "pg_ctl", "-D", copy, "-w", "promote") !== 0)
            throw new Error("PostgreSQL was not promoted");
        },
      };
    },
    stop() {
      crash();
      disk?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder with PostgreSQL's programs that has this one: on the path, or where Debian and its derivatives
 * keep the newest version.
 */
export function findPrograms(program = "initdb") {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((v) => join(debian, v, "bin"))];
  const found = folders.find((path) => existsSync(join(path, program)));
  if (found) return found;
  throw new Error(`PostgreSQL is not installed (no ${program} found); try: apt-get install postgresql`);
}

/** PostgreSQL refuses to run as root, so root runs it as the user that its package created. */
function runProgram({ folder, disk }, program, ...args) {
  const isRoot = process.getuid?.() === 0;
  const path = join(findPrograms(program), program);
  const [command, ...rest] = [
    ...(disk?.enter ?? []),
    ...(isRoot ? ["runuser", "-u", "postgres", "--"] : []),
    ...[path, ...args],
  ];
  return spawnSync(command, rest, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }).status ?? 1;
}

/** Whether the system permits creating a small disk. */
export const canMakeDisk = () =>
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

const BLOCK = Buffer.alloc(64 * 1024);

/**
 * A small disk at `folder` for programs that run with `enter` in front of them. Other programs reach it at
 * `path`.
 */
async function makeDisk(folder, megabytes) {
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder} && echo made && exec sleep infinity`;
  const holder = spawn("unshare", ["-m", "sh", "-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  const path = `/proc/${holder.pid}/root${folder}`;
  const filler = join(path, "filler");
  return {
    path,
    enter: ["nsenter", "-m", "-t", String(holder.pid), "--"],
    fill() {
      const file = openSync(filler, "w");
      try {
        for (;;) writeSync(file, BLOCK);
      } catch (error) {
        if (error.code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => holder.kill("SIGKILL"),
  };
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
