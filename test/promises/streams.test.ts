import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useCli(service);
const agent = (fields: object) => ({
  id: "1",
  name: "A",
  agent_description: "",
  knowledge_base: "",
  organization_id: "o",
  mode: "TEXT",
  ...fields,
});

describe("stdout", () => {
  test("is drained before the end: 3 MiB arrive whole through a slow reader", async () => {
    const agents = Array.from({ length: 3000 }, (_, i) =>
      agent({ id: String(i), agent_description: "x".repeat(1024) }),
    );
    service.answer({ body: agents });
    const child = parley.start(["agents", "list", "--json"]);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout ?? []) {
      chunks.push(chunk);
      await sleep(2);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
    expect(JSON.parse(text)).toEqual(agents);
  });

  test("that is closed early (`| head`) ends the command quietly with 0", async () => {
    service.answer({ body: Array.from({ length: 20_000 }, (_, i) => agent({ id: String(i) })) });
    const child = parley.start(["agents", "list", "--json"]);
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdout?.once("data", () => child.stdout?.destroy());
    const [code] = await once(child, "close");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });

  test("that cannot be written is reported, and never a success", async () => {
    service.answer({ body: [agent({})] });
    for (const line of ["agents list", "schema", "--help", "help exit-codes"]) {
      const { codes, errors } = await piped(`parley ${line} > /dev/full`);
      expect({ line, codes, errors }).toEqual({
        line,
        codes: [1],
        errors: expect.stringMatching(/^error: cannot write to standard output: ENOSPC/),
      });
    }
  });

  test("carries nothing but data when something fails", async () => {
    service.answer({ status: 404, body: { detail: "nope" } });
    for (const flags of [[], ["--json"], ["-o", "csv"]]) {
      const { stdout, stderr } = await parley(["api", "GET", "/v1/x", ...flags]);
      expect(stdout).toBe("");
      expect(stderr).toContain("nope");
    }
  });
});

/** Runs a pipeline with `parley` in it. Returns the exit code of each part. */
async function piped(line: string) {
  const script = `parley() { '${process.execPath}' '${BINARY}' "$@"; }; ${line}; echo "\${PIPESTATUS[@]}" >&3`;
  const child = spawn("bash", ["-c", script], {
    cwd: parley.home,
    env: parley.environment(),
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const [, , errors, codes] = child.stdio as unknown as [null, null, Readable, Readable];
  const read = await Promise.all([text(codes), text(errors)]);
  return { codes: read[0].trim().split(" ").map(Number), errors: read[1] };
}

describe("an exit code survives a reader that has gone", () => {
  const run = (fields: object) => ({
    body: {
      simulation_runs: [
        {
          ...{ id: 900, experiment_id: 7, status: "COMPLETED", created_at: "2026-11-01T10:00:00Z" },
          ...{ total_tests: 4, tests_completed: 4, tests_incompleted: 0, tests_passed: 3, tests_failed: 1 },
          ...fields,
        },
      ],
    },
    delay_ms: 400,
  });
  const call = "{ start_time_utc: 2026-11-01T12:00:00Z, transcript: [{ speaker: AGENT, utterance: Hello }] }";

  const sent = () => service.requests.filter(({ path }) => path === "/v1/evaluate").length;

  test.each(["", "--json", "-o jsonl", "-o csv", "--query passed"])("9 of a gate, %s", async (format) => {
    service.answer(run({}));
    const { codes, errors } = await piped(`parley sim wait 7 -q ${format} | true`);
    expect({ codes, errors }).toEqual({ codes: [9, 0], errors: "" });
  });

  test("0 of a gate that passes", async () => {
    service.answer(run({ tests_passed: 4, tests_failed: 0 }));
    expect((await piped("parley sim wait 7 | true")).codes).toEqual([0, 0]);
  });

  test("9 of a gate whose output cannot be written, with the reason", async () => {
    service.answer(run({}));
    expect(await piped("parley sim wait 7 > /dev/full")).toEqual({
      codes: [9],
      errors: expect.stringContaining("error: cannot write to standard output: ENOSPC"),
    });
  });

  test.each(["", "--json", "-o jsonl"])("8 of a bulk run that partly failed, %s", async (format) => {
    const file = join(parley.home, "calls.yaml");
    writeFileSync(file, `kind: Evaluations\ndefaults: { agent_id: "101" }\nevaluations: [${call}]\n`);
    service.answer({ status: 400, body: { detail: "no" }, delay_ms: 400 });
    expect((await piped(`parley evaluate calls.yaml --restart ${format} | true`)).codes).toEqual([8, 0]);
  });

  test("5 where errors go into the same pipe", async () => {
    service.answer({ status: 404, body: { detail: "no" }, delay_ms: 400 });
    expect((await piped("parley agents list --json 2>&1 | true")).codes).toEqual([5, 0]);
  });

  test("130 of an interrupted bulk run", async () => {
    writeFileSync(
      join(parley.home, "two.yaml"),
      `kind: Evaluations\ndefaults: { agent_id: "101" }\nevaluations: [${call}, ${call.replace("Hello", "Hi")}]\n`,
    );
    service.answer(({ path }) =>
      path !== "/v1/evaluate" ? { body: {} } : { body: { call_id: "1" }, delay_ms: sent() > 1 ? 60_000 : 0 },
    );
    const child = parley.start(["evaluate", "two.yaml", "--concurrency", "1", "-o", "jsonl"]);
    child.stdout?.destroy();
    await expect.poll(sent).toBe(2);
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
  });

  test("but what only prints ends, and half a backup is not a success", async () => {
    service.answer(run({ status: "RUNNING" }));
    expect((await piped("parley sim runs 7 --watch --poll 0.2 -o jsonl | true")).codes).toEqual([0, 0]);
    const store = join(parley.home, "store");
    expect((await parley(["admin", "org", "create", "acme", "--data", store])).code).toBe(0);
    const exported = await piped(`parley admin export - --data '${store}' | true`);
    expect(exported).toEqual({ codes: [1, 0], errors: expect.stringContaining("the export is incomplete") });
  });
});

describe("escape sequences", () => {
  const hostile = "\x1b]0;owned\x07\x1b[2JFront\x9b31m\u202edesk\r\n";

  test("from the service stay exact in JSON and reach no table, piped or on a terminal", async () => {
    service.answer({ body: [agent({ name: hostile })] });
    const { json } = await parley(["agents", "list", "--json"]);
    expect(json[0].name).toBe(hostile);
    const piped = await parley(["agents", "list"]);
    expect(piped.stdout).toContain("Frontdesk");
    expect(piped.stdout).not.toMatch(/[\x1b\x9b\u202e\x07]/);
    const shown = await runInTerminal(parley, ["agents", "list", "--no-color"]);
    expect(shown.output).toContain("Frontdesk");
    expect(shown.output).not.toMatch(/[\x1b\x9b\u202e\x07]/);
  });

  test("from the service reach no error either", async () => {
    service.answer({ status: 400, body: { detail: hostile } });
    const shown = await runInTerminal(parley, ["agents", "list", "--no-color"]);
    expect(shown.output).toContain("Frontdesk");
    expect(shown.output).not.toMatch(/[\x1b\x9b\u202e\x07]/);
  });

  test.each(["yaml", "csv"])("from the service reach no terminal as %s either", async (format) => {
    service.answer({ body: [agent({ name: hostile })] });
    const { output } = await runInTerminal(parley, ["agents", "list", "-o", format]);
    expect(output).toContain("desk");
    expect(output).not.toMatch(/[\x1b\x9b\u202e\x07]/);
  });

  test("from the service reach no conversation", async () => {
    service.answer({ body: { simulation_result_id: "1", status: hostile, end_conversation: true } });
    const { output } = await runInTerminal(parley, ["chat", "1", "--no-color"], {
      type: [{ after: "agent> ", keys: "Hello\r" }],
    });
    expect(output).toContain("Frontdesk");
    expect(output).not.toMatch(/\x1b\]0|\x1b\[2J|[\x9b\u202e\x07]/);
  });

  test("of this program are on terminals only, and not under NO_COLOR, TERM=dumb or CI", async () => {
    service.answer({ body: [agent({})] });
    expect((await parley(["agents", "list"], { env: { TERM: "xterm-256color" } })).stdout).not.toContain(
      "\x1b",
    );
    const coloured = async (env: Record<string, string>) =>
      (await runInTerminal(parley, ["agents", "list"], { env })).output.includes("\x1b");
    expect(await coloured({ TERM: "xterm-256color" })).toBe(true);
    expect(await coloured({ TERM: "xterm-256color", NO_COLOR: "1" })).toBe(false);
    expect(await coloured({ TERM: "dumb" })).toBe(false);
    expect(await coloured({ TERM: "xterm-256color", CI: "true" })).toBe(false);
  });
});

describe("a table", () => {
  test("fits the terminal, wide characters measured right", async () => {
    service.answer({
      body: [agent({ name: "予約を受け付ける電話窓口のエージェント".repeat(3) }), agent({ id: "2" })],
    });
    const { output } = await runInTerminal(parley, ["agents", "list", "--no-color"], { columns: 60 });
    const lines = output.trimEnd().split(/\r?\n/);
    const width = (line: string) => [...line].reduce((sum, c) => sum + (c.charCodeAt(0) > 0x2fff ? 2 : 1), 0);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(60);
    expect(output).toContain("…");
  });

  test("is a block of lines for each row where the columns do not fit", async () => {
    const id = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";
    const answer = { body: [agent({ id, name: "A name that is far too long for the rest of the line" })] };
    service.answer(answer);
    const { output } = await runInTerminal(parley, ["agents", "list", "--no-color"], { columns: 40 });
    const lines = output.trimEnd().split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.filter((line) => !line.includes(id)))
      expect(line.length).toBeLessThanOrEqual(40);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ID +${id}$`)));
    expect(lines).toContainEqual(expect.stringMatching(/^NAME +A name that is far.*…$/));
  });

  test("keeps its columns and cuts nothing when piped", async () => {
    const name = "long ".repeat(60).trim();
    service.answer({ body: [agent({ name })] });
    const { stdout } = await parley(["agents", "list"]);
    expect(stdout).toContain(`\t${name}\t`);
  });
});
