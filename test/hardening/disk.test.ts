/** Disks that are full, closed or damaged. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

describe("a folder that cannot be written", () => {
  test("of journals ends the run before anything is sent", async () => {
    const folder = join(parley.home, "closed");
    const file = manifest(folder);
    // In place of the folder: works for root too, whom no mode keeps out.
    writeFileSync(join(folder, ".parley"), "");
    recorder.answer({ body: { digital_humans: [] } });
    const { code, stderr } = await parley(["dh", "apply", "-f", file, "--yes"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the journal cannot be opened"),
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
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
  });
});

/** A full disk needs one of its own: a small tmpfs in a namespace of its own, where the system lets us make one. */
const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

describe("a full disk", () => {
  test.skipIf(!canMount)("keeps bulk work from sending what it could not note", async () => {
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
    "fails changes of the service, which goes on and has lost nothing that it acknowledged",
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
      const { status, body } = await call("GET", "/v1/all-agents");
      expect(status).toBe(200);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(kept);
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
      // The failures are told, without the key and without what was sent.
      expect(log).toContain('"during":"POST /v1/add-agent"');
      expect(log).not.toMatch(/pk_acme|xxxxx/);
    },
  );
});
