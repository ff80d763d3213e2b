/** What commands print for people: little, in whole words, with what matters last. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const parley = useProgram(useRecorder());
const service = useService();

const env = { PARLEY_API_KEY: ACME_KEY };
const at = () => ["--base-url", service.url()];
const piped = (...args: string[]) => parley([...args, ...at()], { env });
const linesIn = (text: string) => stripVTControlCharacters(text).replaceAll("\r", "").trimEnd().split("\n");

/** What a terminal of so many columns shows. */
async function shown(columns: number, ...args: string[]): Promise<string[]> {
  const { output } = await runInTerminal(parley, [...args, ...at(), "--no-color"], { env, columns });
  return linesIn(output);
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

describe("parley evaluate --wait", () => {
  test("sixty calls: files instead of ids, those that passed on one line, failures last and in full", async () => {
    const { agent_id } = await makeAgent(service.acme);
    const agent_ids = [agent_id];
    await makeMetric(service.acme, {
      name: "Polite",
      scoring_guidance: "Is it polite?",
      response_type: "yes_no",
      agent_ids,
    });
    await makeMetric(service.acme, {
      name: "Short",
      scoring_guidance: "@rules\nfail when call_duration > 5s",
      agent_ids,
    });
    const names = Array.from({ length: 60 }, (_, i) => `call-${String(i + 1).padStart(2, "0")}.json`);
    for (const name of names) {
      const end_offset_ms = name === "call-07.json" ? 9000 : 1200;
      const turn = { speaker: "AGENT", utterance: `This is ${name}.`, start_offset_ms: 0, end_offset_ms };
      writeFileSync(join(parley.home, name), JSON.stringify([turn]));
    }
    const evaluations = names.map((name) => ({
      agent_id: String(agent_id),
      start_time_utc: "2026-11-01T12:00:00Z",
      transcript_file: `./${name}`,
    }));
    const manifest = join(parley.home, "calls.json");
    writeFileSync(manifest, JSON.stringify({ kind: "Evaluations", evaluations }));
    const { code, stdout } = await piped("evaluate", manifest, "--wait", "--poll", "0.1");
    expect(code).toBe(9);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "passed: ./call-01.json, ./call-02.json, ./call-03.json and 56 more",
      "  not evaluated (no_model): Polite (59 of 59)",
      "./call-07.json: 0 passed, 1 failed",
    ]);
    expect(lines).toHaveLength(8);
    expect(lines[4]).toContain("FAILED: Short");
    // The only id is the one that the next command needs.
    expect(lines.filter((line) => UUID.test(line))).toEqual([
      expect.stringMatching(/^ {2}details: `parley evaluate show \S+`$/),
    ]);
    expect(lines.at(-2)).toBe("60 calls, 60 verdicts: 59 passed, 1 failed, 60 other metrics not evaluated");
  });
});

describe("what was created", () => {
  test("is one line on a terminal, and all fields in a pipe", async () => {
    const create = ["agents", "create", "--set", "name=Echo"];
    const [first, ...others] = await shown(100, ...create);
    expect(first).toMatch(/^created agent \d+: Echo$/);
    expect(others.length).toBeLessThan(4);
    expect((await piped(...create)).stdout.split("\n").length).toBeGreaterThan(20);
    expect(await shown(100, ...create, "--fields", "name,mode")).toContain("name  Echo");
  });

  test("says what it is attached to", async () => {
    const create = ["metrics", "create", "--set", "name=Kind", "--set", "description=d"];
    const guidance = ["--set", "scoring_guidance=Is it kind?", "--set", "response_type=yes_no"];
    const lines = await shown(200, ...create, ...guidance);
    expect(lines[1]).toMatch(/^it is not attached to an agent yet; next: /);
    const id = UUID.exec(lines[0] ?? "")?.[0] ?? "";
    expect(await shown(120, "metrics", "show", id)).toContainEqual(
      expect.stringMatching(/^agent_ids +not attached to an agent yet$/),
    );
    expect((await shown(160, "metrics", "list", "--every-agent")).find((line) => line.includes(id))).toMatch(
      /Kind +yes_no +none yet/,
    );
    expect((await piped("metrics", "list", "--every-agent")).stdout).not.toContain("none yet");
  });
});

describe("on a narrow terminal", () => {
  test("errors and hints break between words", async () => {
    const lines = await shown(60, "docs", "vioce");
    expect(lines[0]).toBe('error: no page "vioce"; did you mean voice?');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(
      "rule-language, simulations, specification-notes",
    );
  });

  test("doctor says each diagnosis in full", async () => {
    await makeAgent(service.acme, { http_webhook: "http://127.0.0.1:9/a/long/path/of/an/agent" });
    const lines = await shown(60, "doctor");
    expect(lines.join("\n")).not.toContain("…");
    // A path has no blanks to break at.
    for (const line of lines.filter((line) => !/\S{30}/.test(line)))
      expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain("nothing listens there (ECONNREFUSED)");
  });
});

describe("reading", () => {
  test("the program's help begins with its commands", async () => {
    const { stdout } = await piped("--help");
    const at = (heading: string) => stdout.indexOf(`\n${heading}:\n`);
    expect(at("Test agents")).toBeGreaterThan(0);
    expect(at("Options")).toBeGreaterThan(at("Set up"));
  });

  test("docs prints a page: fitted to a terminal, unchanged in a pipe", async () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/voice.md"), "utf8");
    expect((await piped("docs", "voice")).stdout.trimEnd()).toBe(page.trimEnd());
    const lines = await shown(70, "docs", "voice.md");
    expect(lines[0]).toBe("# Voice");
    const prose = lines.slice(1, 8).filter((line) => /^[A-Z]/.test(line));
    expect(prose.length).toBeGreaterThan(0);
    for (const line of prose) expect(line.length).toBeLessThanOrEqual(70);
    expect((await piped("docs", "voice", "--build", "site")).code).toBe(2);
  });
});
