/** Disks that are full, closed or damaged. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const manifest = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "humans.yaml");
  writeFileSync(
    file,
    "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent: b, success_criteria: c }]\n",
  );
  return file;
};

describe("a damaged database", () => {
  const damage = (file: string, at: number) => {
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(2048, 0xa5), 0, 2048, at);
    closeSync(handle);
  };

  test.each([
    ["header", () => 0],
    ["page in the middle", (bytes: number) => Math.floor(bytes / 2 / 4096) * 4096],
  ])("with a broken %s is told at the start, in words, and left as it is", async (part, at) => {
    const data = join(parley.home, `damaged-${part.replaceAll(" ", "-")}`);
    const service = await startService(parley, "--data", data);
    expect(await service.stop("SIGTERM")).toBe(0);
    const file = join(data, "parley.db");
    damage(file, at(statSync(file).size));
    const broken = readFileSync(file);
    const { code, stdout, stderr } = await parley(["serve", "--port", "0", "--data", data]);
    expect({ code, stdout, stderr }).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: the database is damaged/),
    });
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
    expect(readFileSync(file).equals(broken)).toBe(true);
  });
});

describe("a store that was lost", () => {
  const refused = async (data: string) => {
    const ran = await parley(["serve", "--port", "0", "--data", data]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).not.toMatch(/fault of parley|\n\s+at /);
    return ran.stderr;
  };
  /** A store that was killed right after its first start, and its only key. */
  const young = async (name: string) => {
    const data = join(parley.home, name);
    const service = await startService(parley, "--data", data);
    await service.stop("SIGKILL");
    return { data, key: String(service.organizations[0]?.api_key) };
  };
  const opens = async (data: string, key: string) => {
    const service = await startService(parley, "--data", data);
    const { status } = await callsWith(service.url, key)("GET", "/v1/all-agents");
    expect(await service.stop("SIGTERM")).toBe(0);
    return status === 200;
  };

  test("is in the database itself from its first start on: it does not hang on its log", async () => {
    const { data, key } = await young("young");
    rmSync(join(data, "parley.db-wal"), { force: true });
    expect(await opens(data, key)).toBe(true);
  });

  test.each([
    ["gone", (file: string) => rmSync(file)],
    ["empty", (file: string) => truncateSync(file, 0)],
  ])("is told where its database is %s, and no new one is begun", async (how, lose) => {
    const { data } = await young(`lost-${how}`);
    lose(join(data, "parley.db"));
    for (let start = 0; start < 2; start++) {
      const said = await refused(data);
      expect(said).toContain("the database is empty");
      expect(said).toContain("delete store.mark");
    }
    const org = await parley(["admin", "org", "create", "acme", "--data", data]);
    expect(org).toMatchObject({ code: 1, stderr: expect.stringContaining("the database is empty") });
    rmSync(join(data, "store.mark"));
    expect(await opens(data, "pk_unknown")).toBe(false);
  });

  test("is reported if its log has lost its header, and the log is left unchanged", async () => {
    const { data, key } = await young("log");
    const service = await startService(parley, "--data", data);
    await callsWith(service.url, key)("POST", "/v1/add-agent", { name: "In the log" });
    await service.stop("SIGKILL");
    const log = join(data, "parley.db-wal");
    const whole = readFileSync(log);
    for (const header of [Buffer.alloc(32), Buffer.alloc(32, 0xa5), whole.subarray(0, 20)]) {
      const broken = Buffer.concat([header, Buffer.alloc(32 - header.length, 1), whole.subarray(32)]);
      writeFileSync(log, broken);
      expect(await refused(data)).toMatch(
        /^error: the database is damaged: .*parley\.db-wal: its header is damaged/,
      );
      expect((await parley(["admin", "key", "list", "--data", data])).stderr).toContain(
        "its header is damaged",
      );
      expect(readFileSync(log).equals(broken)).toBe(true);
    }
    writeFileSync(log, whole);
    expect(await opens(data, key)).toBe(true);
  });

  test("without a mark starts as ever and gets one", async () => {
    const { data, key } = await young("earlier");
    rmSync(join(data, "store.mark"));
    expect(await opens(data, key)).toBe(true);
    expect(existsSync(join(data, "store.mark"))).toBe(true);
  });

  test("comes back from an export once the mark is deleted", async () => {
    const { data, key } = await young("exported");
    const file = join(parley.home, "lost.jsonl");
    expect((await parley(["admin", "export", file, "--data", data])).code).toBe(0);
    rmSync(join(data, "parley.db"));
    const early = await parley(["admin", "import", file, "--data", data]);
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("delete store.mark") });
    rmSync(join(data, "store.mark"));
    expect(await parley(["admin", "import", file, "--data", data])).toMatchObject({ code: 0 });
    expect(await opens(data, key)).toBe(true);
  });

  test("a first start that is killed while it makes the tables leaves a store that starts", async () => {
    for (let round = 0; round < 4; round++) {
      const data = join(parley.home, `killed-first-${round}`);
      const child = parley.start(["serve", "--port", "0", "--data", data]);
      const closed = once(child, "close");
      const log = join(data, "parley.db-wal");
      while (!existsSync(log) || statSync(log).size === 0) await sleep(0);
      await sleep(round * 5);
      child.kill("SIGKILL");
      await closed;
      const service = await startService(parley, "--data", data);
      expect(await service.stop("SIGTERM")).toBe(0);
    }
  });
});

describe("a folder that cannot be written", () => {
  test("of journals ends the run before anything is sent", async () => {
    const folder = join(parley.home, "closed");
    const file = manifest(folder);
    // A file in place of the folder: this also works for root, which no mode keeps out.
    writeFileSync(join(folder, ".parley"), "");
    recorder.answer({ body: { digital_humans: [] } });
    const { code, stderr } = await parley(["dh", "apply", "-f", file, "--yes"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot open the journal"),
    });
    expect(recorder.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("of data ends `parley serve` in words", async () => {
    writeFileSync(join(parley.home, "no-folder"), "");
    const { code, stderr } = await parley([
      "serve",
      "--port",
      "0",
      "--data",
      join(parley.home, "no-folder", "data"),
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^error: cannot write to /);
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
  });

  test("and in which none can be made ends `parley serve` too", async () => {
    const { code, stderr } = await parley(["serve", "--port", "0", "--data", "/proc/parley"]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot write to /proc"),
    });
  });
});

/** Filling a disk needs a separate one: a small tmpfs in its own namespace, if the system allows it. */
const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

test.skipIf(!canMount)(
  "a disk that is read-only is named, by the service and by `parley admin`",
  async () => {
    const script = `mount -t tmpfs -o size=8m tmpfs /mnt && mkdir /mnt/data && "$@" admin org create acme --data /mnt/data >/dev/null
    mount -o remount,ro /mnt
    for command in "serve --port 0" "admin key list"; do "$@" $command --data /mnt/data; echo "$?" >&2; done
    "$@" serve --port 0 --data /mnt/none; echo "$?" >&2`;
    const { stderr, stdout } = spawnSync(
      "unshare",
      ["-rm", "sh", "-c", script, "sh", process.execPath, BINARY],
      { env: parley.environment(), encoding: "utf8" },
    );
    expect(stdout).toBe("");
    expect(stderr.match(/^error: cannot write to \/mnt\/(data|none)/gm)).toHaveLength(3);
    expect(stderr.match(/^2$/gm)).toHaveLength(3);
    expect(stderr).not.toMatch(/fault of parley/);
  },
);

describe("a full disk", () => {
  test.skipIf(!canMount)("keeps bulk work from sending what it could not record", async () => {
    const file = manifest(join(parley.home, "full"));
    recorder.answer({ body: { digital_humans: [] } });
    const script =
      'mount -t tmpfs -o size=16k tmpfs /mnt && mkdir /mnt/journals && (head -c 100000 /dev/zero > /mnt/filler || true) 2>/dev/null; exec "$@"';
    const args = [
      "-rm",
      "sh",
      "-c",
      script,
      "sh",
      process.execPath,
      BINARY,
      "dh",
      "apply",
      "-f",
      file,
      "--yes",
    ];
    const { stderr, code } = await new Promise<{ stderr: string; code: number | null }>((resolve) => {
      const env = { ...parley.environment(), PARLEY_JOURNAL_DIR: "/mnt/journals" };
      const child = spawn("unshare", args, { env, stdio: ["ignore", "ignore", "pipe"] });
      let told = "";
      child.stderr.on("data", (chunk) => {
        told += chunk;
      });
      child.on("close", (ended) => resolve({ stderr: told, code: ended }));
    });
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/^error: /m);
    expect(stderr).toMatch(/ENOSPC|no space/);
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
    expect(recorder.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.skipIf(!canMount)(
    "fails changes of the service, which keeps running and has lost nothing that it acknowledged",
    async () => {
      const seed = join(parley.home, "seed.yaml");
      writeFileSync(seed, "kind: Seed\norganizations:\n  - { name: acme, api_key: pk_acme }\n");
      const script = 'mount -t tmpfs -o size=2m tmpfs /mnt && exec "$@"';
      const args = ["serve", "--port", "0", "--json", "--data", "/mnt/data", "--seed", seed];
      const child = spawn("unshare", ["-rm", "sh", "-c", script, "sh", process.execPath, BINARY, ...args], {
        env: parley.environment(),
      });
      let log = "";
      child.stderr.on("data", (chunk) => {
        log += chunk;
      });
      const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
      const call = callsWith(JSON.parse(line).url, "pk_acme");
      expect((await call("GET", "/readyz")).status).toBe(200);
      const kept: string[] = [];
      let refused = 0;
      for (let n = 0; refused < 3 && n < 500; n++) {
        const name = `agent ${n}`;
        const { status } = await call("POST", "/v1/add-agent", {
          name,
          agent_description: "x".repeat(20_000),
        });
        if (status === 200) kept.push(name);
        else if (status === 500) refused++;
      }
      expect(refused).toBe(3);
      expect(kept.length).toBeGreaterThan(5);
      await expect.poll(async () => (await call("GET", "/readyz")).status).toBe(503);
      const ready = await call("GET", "/readyz");
      expect(ready).toMatchObject({ status: 503, body: { status: expect.stringContaining("full") } });
      expect((await call("GET", "/healthz")).status).toBe(200);
      const { status, body } = await call("GET", "/v1/all-agents");
      expect(status).toBe(200);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(kept);
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
      // The failures are reported, without the key and without what was sent.
      expect(log).toContain('"during":"POST /v1/add-agent"');
      expect(log).not.toMatch(/pk_acme|xxxxx/);
    },
  );
});
