/**
 * A newcomer with a page of the documentation and a terminal of 100 columns. Types every command of the
 * page's `console` blocks, in order, and compares the screen with the output on the page.
 *
 * `$ ` begins a command. A line that ends in `\` continues it. `…` stands for any number of lines. Values
 * that change from run to run (ids, ports, times) may differ, but an id or address that the page repeats must
 * be the same everywhere. A command must exit with 0 unless the next one is `echo $?`. A block whose first
 * line is `# name.yaml` is a file with that name.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { on, once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, expect, type TestContext } from "vitest";
import { BINARY } from "./cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CHANGING =
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(127\.0\.0\.1:\d+)|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+:\d\d\.\d\b|(?<=\(ready in )\d+\.\d(?= s\)$)|(?<= \()\d+\.\d(?= s\)$)|(?<= turns {2})\d+\.\d(?= s$)/gm;
/** They run until they are stopped. Each gets a free port instead of the page's. */
const KEEPS_RUNNING = /^(?:\w+=\S* )*(?:parley serve|node fixtures\/agents\/)/;
const PAGE_SERVICE = "127.0.0.1:8787";
const START_MS = 20_000;

/** Whether a section installs packages, which needs the registry and minutes. */
export const installs = (section: string): boolean => /^\$ .*npm install/m.test(section);

interface Typed {
  readonly where: string;
  readonly command: string;
  readonly shows: readonly string[];
}

export interface Reader {
  /** Does what the page says, from its first block to its last, but leaves out sections that it does not want. */
  reads(page: string, wants?: (section: string) => boolean): Promise<void>;
  /** Starts the service of the examples like the README, with the example agent at its webhook if `agent`. */
  serves(options: { readonly agent: boolean; readonly memory: boolean }): Promise<void>;
  /** Types one command line and returns what the screen shows. */
  types(command: string): Promise<{ readonly code: number | null; readonly lines: readonly string[] }>;
}

/** @param parley the program to use as `parley`; by default, the built one */
export function useReader(parley = BINARY): (context: Pick<TestContext, "onTestFinished">) => Reader {
  const home = mkdtempSync(join(tmpdir(), "parley-reader-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "parley"), `#!/bin/sh\nexec '${process.execPath}' '${parley}' "$@"\n`);
  chmodSync(join(bin, "parley"), 0o755);
  let count = 0;
  return ({ onTestFinished }) => {
    const { reader, leave } = newReader(join(home, String(++count)), bin);
    onTestFinished(leave);
    return reader;
  };
}

function newReader(folder: string, bin: string): { reader: Reader; leave: () => Promise<void> } {
  cpSync(join(ROOT, "fixtures"), join(folder, "fixtures"), {
    recursive: true,
    filter: (path) => basename(path) !== ".parley",
  });
  // The example agent with a voice uses the libraries and the thread of this package.
  for (const name of ["node_modules", "dist"]) symlinkSync(join(ROOT, name), join(folder, name));
  const env: Record<string, string | undefined> = {
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: join(folder, "home"),
    TERM: "xterm",
    NO_COLOR: "1",
    // Without it, a network with a certificate of its own has no registry.
    NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"],
  };
  const exports: string[] = [];
  const running: ChildProcessWithoutNullStreams[] = [];
  /** Maps an id or address on the page to that of this run. */
  const known = new Map<string, string>();
  let code: number | null = 0;
  let lineCount = 0;

  const leave = async () => {
    for (const child of running.reverse()) await stop(child);
  };

  const ofThisRun = (text: string) =>
    [...known].reduce((line, [documented, actual]) => line.replaceAll(documented, actual), text);

  const start = (command: string) => {
    const line = [...exports, `(exit ${code})`, ofThisRun(command)].join("\n");
    // Each has its own file, because bash continues to read it while it runs.
    const file = join(folder, `.line-${++lineCount}.sh`);
    writeFileSync(file, `stty cols 100 rows 50\n${line}\n`);
    return spawn("script", ["-qec", `bash --noprofile --norc '${file}'`, "/dev/null"], {
      cwd: folder,
      env,
    });
  };

  async function types(command: string) {
    if (command.startsWith("export ")) exports.push(ofThisRun(command));
    const child = start(command);
    child.stdin.end();
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    [code] = await once(child, "close");
    return { code, lines: screen(output) };
  }

  /** Starts a program that keeps running, and waits until it has printed as much as the page shows. */
  async function leavesRunning({ command, shows, where }: Typed) {
    const child = start(`${command} --port 0`);
    running.push(child);
    let output = "";
    child.stdout.setEncoding("utf8");
    for await (const [text] of on(child.stdout, "data", { signal: AbortSignal.timeout(START_MS) })) {
      output += text;
      if (screen(output).length >= shows.length && output.endsWith("\n")) break;
    }
    compare(shows, screen(output).slice(0, shows.length), where, known);
    const service = known.get(PAGE_SERVICE);
    if (service) env["PARLEY_BASE_URL"] = `http://${service}`;
  }

  const reader: Reader = {
    types,
    async serves({ agent, memory }) {
      const shows = [`parley is serving at http://${PAGE_SERVICE}`];
      const command = `parley serve ${memory ? "--memory " : ""}--seed fixtures/seed.yaml`;
      await leavesRunning({ command, shows, where: "the service" });
      await types("export PARLEY_API_KEY=pk_local_acme");
      if (!agent) return;
      const listens = ["booking agent listens on http://127.0.0.1:9099"];
      const example = "PARLEY_WEBHOOK_SECRET=whsec_local node fixtures/agents/booking-agent.mjs";
      await leavesRunning({ command: example, shows: listens, where: "the example agent" });
      await types("parley agents update 101 --set http_webhook=http://127.0.0.1:9099/agent");
    },
    async reads(page, wants = () => true) {
      const sections = readFileSync(join(ROOT, page), "utf8").split(/^(?=## )/m);
      // A section that is left out keeps its lines, so that places are those of the page.
      const text = sections
        .map((section) => (wants(section) ? section : section.replaceAll(/.+/g, "")))
        .join("");
      for (const [name, content] of filesOf(text)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      const all = commandsOf(page, text);
      expect(all.length, `${page} has no console block`).toBeGreaterThan(0);
      for (const [i, typed] of all.entries()) {
        if (KEEPS_RUNNING.test(typed.command)) {
          await leavesRunning(typed);
          continue;
        }
        const { lines } = await types(typed.command);
        if (all[i + 1]?.command !== "echo $?")
          expect(code, `${typed.where} ends with an exit code:\n${lines.join("\n")}`).toBe(0);
        compare(typed.shows, lines, typed.where, known);
      }
    },
  };
  return { reader, leave };
}

/** Sends Ctrl-C, as a person would. */
async function stop(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.stdin.write("\x03");
  await closed;
}

/** The final contents of a terminal: without erased lines and control sequences. */
function screen(output: string): string[] {
  const lines = output.split("\n").map((line) =>
    line
      .replace(/^.*\x1b\[(?:1G|0K|2K)/, "")
      .replaceAll(/\x1b\[[?\d;]*[A-Za-z]|\r/g, "")
      .trimEnd(),
  );
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Every command of the page's console blocks. */
function commandsOf(page: string, text: string): Typed[] {
  const found: { where: string; command: string; shows: string[] }[] = [];
  let within = false;
  for (const [i, line] of text.split("\n").entries()) {
    const last = found.at(-1);
    if (line.startsWith("```")) within = line === "```console";
    else if (!within) continue;
    else if (line.startsWith("$ "))
      found.push({ where: `${page}:${i + 1}`, command: line.slice(2), shows: [] });
    else if (last && last.shows.length === 0 && last.command.endsWith("\\")) last.command += `\n${line}`;
    else last?.shows.push(line.trimEnd());
  }
  // An empty line before the next command is only for readability.
  for (const { shows } of found) while (shows.at(-1) === "") shows.pop();
  return found;
}

const filesOf = (text: string) =>
  [...text.matchAll(/```\w+\n# ([\w./-]+\.\w+)\n([\s\S]*?)```/g)].map(
    ([, name = "", content = ""]) => [name, content] as const,
  );

const shapeOf = (line: string) =>
  line.replaceAll(CHANGING, (_, id, address) => (id ? "<id>" : address ? "<address>" : "<time>"));

function compare(
  shows: readonly string[],
  lines: readonly string[],
  where: string,
  known: Map<string, string>,
): void {
  let at = 0;
  let skipping = false;
  for (const shown of shows) {
    if (shown === "…") {
      skipping = true;
      continue;
    }
    const found = lines.findIndex(
      (line, i) => i >= at && shapeOf(line) === shapeOf(shown) && bind(shown, line, known),
    );
    // A person needs the difference between the two.
    if (found < 0 || (!skipping && found !== at))
      expect(lines.slice(at), `${where}: "${shown}" is not shown`).toEqual(shows);
    at = found + 1;
    skipping = false;
  }
  if (!skipping) expect(lines.slice(at), `${where}: more is shown than the page says`).toEqual([]);
}

/** Learns the page's ids and addresses in this run. False if one has changed. */
function bind(shown: string, line: string, known: Map<string, string>): boolean {
  const names = (text: string) =>
    [...text.matchAll(CHANGING)].flatMap(([, id, address]) => id ?? address ?? []);
  const actual = names(line);
  const pairs = names(shown).map((name, i) => [name, actual[i] ?? ""] as const);
  if (pairs.some(([name, value]) => known.has(name) && known.get(name) !== value)) return false;
  for (const [name, value] of pairs) known.set(name, value);
  return true;
}
