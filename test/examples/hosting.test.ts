/**
 * The files in examples/hosting start the service as it is: their command lines work, and all names in them
 * exist.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useCli } from "../support/cli.ts";
import { makeDatabase } from "../support/database.ts";
import { startService } from "../support/served.ts";

const HOSTING = resolve(import.meta.dirname, "../../examples/hosting");
const read = (name: string) => readFileSync(join(HOSTING, name), "utf8");
const parley = useCli();
const folder = mkdtempSync(join(tmpdir(), "parley-hosting-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The words after `serve`, with a folder of the test instead of the machine's, and loopback instead of all
 * addresses.
 */
const flagsOf = (words: readonly string[]) =>
  words
    .slice(words.indexOf("serve") + 1)
    .map((word) => (word === "/var/lib/parley" ? folder : word === "0.0.0.0" ? "127.0.0.1" : word));

const unit = /^ExecStart=(.+)$/m.exec(read("parley.service"))?.[1] ?? "";
const image = JSON.parse(/^CMD (.+)$/m.exec(read("Containerfile"))?.[1] ?? "[]") as string[];
const compose = parse(read("compose.yaml"), { merge: true });

describe("the command line of", () => {
  test.each([
    ["the systemd unit", unit.split(" ")],
    ["the image", image],
  ])("%s serves", async (_, words) => {
    const service = await startService(parley, ...flagsOf(words));
    const ready = await fetch(`${service.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("each part of the composition serves", async () => {
    const database = await makeDatabase();
    try {
      for (const role of ["api", "worker"]) {
        const words: string[] = compose.services[role].command;
        const place = ["--database-url", database?.url ?? ""];
        const service = await startService(parley, ...flagsOf(words), ...place);
        const asked = await fetch(`${service.url}/v1/all-agents`);
        expect(asked.status).toBe(role === "api" ? 401 : 404);
        expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
        expect(await service.stop("SIGTERM")).toBe(0);
      }
    } finally {
      await database?.drop();
    }
  });
});

test("every variable that the composition sets is one that the service reads", async () => {
  const { stdout } = await parley(["serve", "--help"]);
  for (const name of Object.keys(compose.services.api.environment)) expect(stdout).toContain(name);
});

describe("a password of the composition", () => {
  const PASSWORD = `p@ss:w/o?r#d %41 $HOME \${X} "'\\ é [ { & * ! | > =`;

  test("arrives as it is, because no URL contains it", () => {
    const { environment } = compose.services.api;
    const users = Object.entries<string>(environment).filter(([, value]) =>
      value.includes("POSTGRES_PASSWORD"),
    );
    expect(users).toEqual([["PGPASSWORD", "${POSTGRES_PASSWORD:?}"]]);
    expect(compose.services.worker.environment).toEqual(environment);
    expect(compose.services.database.environment.POSTGRES_PASSWORD).toBe("${POSTGRES_PASSWORD:?}");
    expect(new URL(environment.PARLEY_DATABASE_URL)).toMatchObject({ username: "parley", password: "" });
  });

  test("is what the service tells the database", async () => {
    const { told, url, close } = await databaseThatAsks();
    try {
      const { code } = await parley(["serve", "--port", "0", "--database-url", url], {
        env: { PGPASSWORD: PASSWORD },
      });
      expect(code).not.toBe(0);
      expect(told()).toBe(PASSWORD);
    } finally {
      close();
    }
  });
});

/** Speaks PostgreSQL's protocol until it has got a password, and refuses it. */
async function databaseThatAsks() {
  let password: string | undefined;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    let is_asked = false;
    socket.on("data", (data) => {
      // The first message has no type. The answer: AuthenticationCleartextPassword.
      if (!is_asked) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      else if (data[0] === 0x70) {
        password = data.subarray(5, data.indexOf(0, 5)).toString("utf8");
        const fields = Buffer.from("SFATAL\0C28P01\0Mwrong password\0\0");
        const head = Buffer.from([0x45, 0, 0, 0, 0]);
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      }
      is_asked = true;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    told: () => password,
    url: `postgres://parley@127.0.0.1:${port}/parley`,
    close: () => server.close(),
  };
}

test("the balancer sends to the port that the service listens on, and keeps the metrics to itself", async () => {
  const { stdout } = await parley(["serve", "--help"]);
  const [, port] = /--port <n>[^(]*\(default:\s+(\d+)\)/.exec(stdout) ?? [];
  expect(read("Caddyfile")).toMatch(new RegExp(`name api\\s+port ${port}\\b`));
  expect(read("Caddyfile")).toContain("respond /metrics 404");
  expect(read("Containerfile")).toContain(`http://127.0.0.1:${port}/readyz`);
});
