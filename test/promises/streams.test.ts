import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
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

  test("carries nothing but data when something fails", async () => {
    service.answer({ status: 404, body: { detail: "nope" } });
    for (const flags of [[], ["--json"], ["-o", "csv"]]) {
      const { stdout, stderr } = await parley(["api", "GET", "/v1/x", ...flags]);
      expect(stdout).toBe("");
      expect(stderr).toContain("nope");
    }
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

  test("keeps its columns and cuts nothing when piped", async () => {
    const name = "long ".repeat(60).trim();
    service.answer({ body: [agent({ name })] });
    const { stdout } = await parley(["agents", "list"]);
    expect(stdout).toContain(`\t${name}\t`);
  });
});
