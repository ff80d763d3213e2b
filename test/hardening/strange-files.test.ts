/** Unexpected things in place of a file: pipes without a writer, endless devices, links to secrets. */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { accept, SRT, submissionsTo } from "../support/submissions.ts";

const service = useRecorder();
const submissions = submissionsTo(service);
const parley = useCli(service);
const WAV = readFileSync(resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav"));
const SECRET = "aws_secret_access_key: hunter2\n";
const NAMELESS = /fault of parley|\n\s+at |hunter2|aws_secret/;

let repository = "";
let secret = "";
let count = 0;
beforeEach(() => {
  repository = join(parley.home, `repository-${++count}`);
  mkdirSync(repository);
  secret = join(parley.home, `secret-${count}`);
  writeFileSync(secret, SECRET);
  service.answer({ body: [] });
});
const at = (name: string) => join(repository, name);
const put = (name: string, content: string | Buffer) => writeFileSync(at(name), content);
const here = (...args: string[]) => parley(args, { cwd: repository });

/** Things that are not files, by what the error says about them. */
const PLANTED: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ["a pipe", (path) => execFileSync("mkfifo", [path]), /this is a pipe, not a file/],
  ["a device that never ends", (path) => symlinkSync("/dev/zero", path), /outside|a device, not a file/],
  ["the environment", (path) => symlinkSync("/proc/self/environ", path), /outside/],
  ["a secret of the person's", (path) => symlinkSync(secret, path), /outside/],
  ["a folder", (path) => mkdirSync(path), /this is a folder, not a file/],
];

describe("instead of parley.yaml", () => {
  test.each(PLANTED)("%s is refused", async (_, plant, said) => {
    plant(at("parley.yaml"));
    for (const args of [["agents", "list"], ["dh", "list", "7"], ["doctor"]]) {
      const { code, stdout, stderr } = await here(...args);
      expect(code, stderr).toBe(args[0] === "doctor" ? 1 : 2);
      expect(stdout + stderr).toMatch(said);
      expect(stdout + stderr).not.toMatch(NAMELESS);
    }
    expect(service.requests).toEqual([]);
    // Shell completion is not disturbed either.
    expect(await here("__complete", "agents", "show", "")).toMatchObject({ code: 0, stderr: "" });
  });

  test("a file above its limit is refused unread", async () => {
    put("parley.yaml", "");
    truncateSync(at("parley.yaml"), 1e12);
    expect(await here("agents", "list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the file is larger than 1 MB"),
    });
  });

  test("a link within its folder is followed", async () => {
    put("real.yaml", "agent: 7\n");
    symlinkSync("real.yaml", at("parley.yaml"));
    expect(await here("agents", "list")).toMatchObject({ code: 0 });
  });
});

describe("what a manifest names", () => {
  test.each(PLANTED)("as a text, a transcript or a recording: %s is refused", async (_, plant, said) => {
    plant(at("planted.srt"));
    plant(at("planted.wav"));
    plant(at("planted.txt"));
    put(
      "calls.yaml",
      `kind: Evaluations\ndefaults: { agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z }\nevaluations:\n  - { transcript_file: planted.srt }\n  - { recording_file: planted.wav }\n`,
    );
    put(
      "humans.yaml",
      "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent_file: planted.txt, success_criteria: c }]\n",
    );
    for (const args of [
      ["evaluate", "calls.yaml"],
      ["dh", "plan", "-f", "humans.yaml"],
      ["validate", "calls.yaml", "humans.yaml"],
    ]) {
      const { code, stderr } = await here(...args);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
      expect(stderr).not.toMatch(NAMELESS);
    }
    expect(service.requests).toEqual([]);
  });

  test("is not a device or a file of the system, with --allow-outside either", async () => {
    for (const [name, said] of [
      ["/dev/zero", "a device, not a file"],
      ["/proc/self/environ", "a file of the operating system"],
    ]) {
      put(
        "humans.yaml",
        `kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent_file: ${name}, success_criteria: c }]\n`,
      );
      const { code, stderr } = await here("dh", "plan", "-f", "humans.yaml", "--allow-outside");
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(said ?? "") });
    }
  });

  test("as a recording is at most 2 GiB", async () => {
    put("calls.yaml", "");
    put("huge.wav", WAV);
    truncateSync(at("huge.wav"), 2 ** 31 + 1);
    put(
      "calls.yaml",
      `kind: Evaluations\nevaluations: [{ agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z, recording_file: huge.wav }]\n`,
    );
    expect(await here("evaluate", "calls.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the file is larger than 2 GiB"),
    });
  });
});

describe("in a folder of calls", () => {
  const from = (...flags: string[]) =>
    here("evaluate", "--from", "calls", "--agent", "101", "--start-time-from", "mtime", ...flags);

  test.each(PLANTED.slice(0, 4))("%s is refused, and nothing is sent", async (_, plant, said) => {
    mkdirSync(at("calls"));
    put("calls/good.srt", SRT);
    plant(at("calls/a.wav"));
    plant(at("calls/b.srt"));
    submissions.answer(accept);
    const { code, stderr } = await from();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
    expect(stderr).toContain(join("calls", "a.wav"));
    expect(stderr).toContain(join("calls", "b.srt"));
    expect(service.requests).toEqual([]);
  });

  test("a recording linked from outside is sent with --allow-outside, one linked within always", async () => {
    mkdirSync(at("calls"));
    put("elsewhere.wav", WAV);
    symlinkSync(at("elsewhere.wav"), at("calls/a.wav"));
    submissions.answer(accept);
    expect(await from()).toMatchObject({ code: 2, stderr: expect.stringContaining("outside its folder") });
    expect(await from("--allow-outside")).toMatchObject({ code: 0 });
    rmSync(at("calls"), { recursive: true });
    mkdirSync(at("calls"));
    put("calls/a.wav", WAV);
    symlinkSync("a.wav", at("calls/b.wav"));
    expect(await from()).toMatchObject({ code: 0 });
    expect(submissions.sent()).toHaveLength(3);
  });

  test("a link to nothing is refused", async () => {
    mkdirSync(at("calls"));
    symlinkSync("nothing", at("calls/a.wav"));
    const { code, stderr } = await from();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("ENOENT") });
    expect(stderr).not.toMatch(NAMELESS);
  });
});

describe("under .parley", () => {
  const HUMANS =
    "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent: b, success_criteria: c }]\n";
  const apply = () => {
    put("humans.yaml", HUMANS);
    service.answer(({ method }) => ({ body: method === "GET" ? { digital_humans: [] } : { id: 501 } }));
    return here("dh", "apply", "-f", "humans.yaml", "--yes");
  };

  test.each(PLANTED)("%s is not a journal", async (_, plant) => {
    await apply();
    const folder = at(".parley/journal");
    const name = readdirSync(folder).find((file) => file.endsWith(".jsonl")) ?? "";
    rmSync(join(folder, name));
    plant(join(folder, name));
    service.requests.length = 0;
    for (const run of [apply, () => here("journal", "list"), () => here("journal", "show", "humans.yaml")]) {
      const { code, stderr } = await run();
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("journal") });
      expect(stderr).not.toMatch(NAMELESS);
    }
    expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.each(PLANTED)("%s is not read for ever as a lock", async (_, plant) => {
    await apply();
    const folder = at(".parley/journal");
    const name = readdirSync(folder).find((file) => file.endsWith(".jsonl")) ?? "";
    plant(join(folder, `${name}.lock`));
    const { code, stderr } = await apply();
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("another parley") });
  });

  test("journals of a linked folder are neither listed nor deleted", async () => {
    const elsewhere = join(parley.home, `elsewhere-${count}`);
    mkdirSync(join(elsewhere, "journal"), { recursive: true });
    writeFileSync(join(elsewhere, "journal", "humans.yaml.x.jsonl"), "");
    symlinkSync(elsewhere, at(".parley"));
    put("humans.yaml", HUMANS);
    for (const args of [["list"], ["show", "humans.yaml"], ["clear", "humans.yaml", "--yes"]])
      expect(await here("journal", ...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("symbolic link"),
      });
    expect(readdirSync(join(elsewhere, "journal"))).toEqual(["humans.yaml.x.jsonl"]);
  });

  test("journal_dir is not a link to elsewhere", async () => {
    const elsewhere = join(parley.home, `elsewhere-${count}`);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, at("journals"));
    put("parley.yaml", "journal_dir: journals/mine\n");
    const { code, stderr } = await apply();
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"journal_dir" is a link to outside the folder'),
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  const PROMPT = { version: 3, agent_id: 101, id: "0b9e0000-0000-4000-8000-000000000003", prompt_text: "x" };
  const versions = { body: [{ ...PROMPT, labels: [], commit_message: null }] };

  test.each(PLANTED)("%s is not a history of moves", async (_, plant, said) => {
    mkdirSync(at(".parley"));
    plant(at(".parley/releases.jsonl"));
    // The service does not keep a history itself.
    const keepsNone = { status: 404, body: { detail: "route not found" } };
    service.answer(({ path }) => (path.includes("label-moves") ? keepsNone : versions));
    const { code, stderr } = await here("prompts", "history", "--agent", "101");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
    expect(stderr).not.toMatch(NAMELESS);
    service.answer(({ path, method }) =>
      path.includes("label-moves")
        ? keepsNone
        : path.includes("label=") || method !== "GET"
          ? { body: [] }
          : versions,
    );
    const moved = await here("prompts", "promote", "3", "production", "--agent", "101", "--yes");
    expect(moved).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot (?:read|write) the release history/),
    });
    expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
  });

  test("a link instead of .parley has no history, and no schema is written elsewhere", async () => {
    const elsewhere = join(parley.home, `elsewhere-${count}`);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, at(".parley"));
    service.answer(({ path, method }) =>
      path.includes("label=") || method !== "GET" ? { body: [] } : versions,
    );
    expect(await here("prompts", "promote", "3", "production", "--agent", "101", "--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot write the release history"),
    });
    expect(await here("init", "--force")).toMatchObject({ code: 2 });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe("where something is written to", () => {
  const evaluate = (report: string) => {
    put(
      "calls.yaml",
      `kind: Evaluations\nevaluations: [{ agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z, transcript: [{ speaker: USER, utterance: hi, start_offset_ms: 0 }] }]\n`,
    );
    submissions.answer(accept);
    return here("evaluate", "calls.yaml", "--restart", "--report", `json=${report}`);
  };

  test.each(PLANTED)("%s is refused before anything is sent", async (_, plant, said) => {
    plant(at("report.json"));
    const { code, stderr } = await evaluate("report.json");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
    expect(submissions.sent()).toEqual([]);
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
  });

  test("a file of one's own is written over, also through a link within its folder", async () => {
    put("real.json", "old");
    symlinkSync("real.json", at("report.json"));
    expect(await evaluate("report.json")).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(at("real.json"), "utf8"))).toMatchObject({ summary: { total: 1 } });
  });

  test("/dev/null and the streams of the process are written to", async () => {
    expect(await evaluate("/dev/null")).toMatchObject({ code: 0 });
    const script = `"$0" "$1" evaluate calls.yaml --restart --report json=/dev/stderr 2> told.json`;
    execFileSync("bash", ["-c", `${script} || true`, process.execPath, BINARY], {
      cwd: repository,
      env: { ...parley.environment(), PARLEY_BASE_URL: "http://127.0.0.1:9" } as NodeJS.ProcessEnv,
    });
    expect(existsSync(at("told.json"))).toBe(true);
  });

  test("a plan, a manifest and a project file are written through no link to elsewhere", async () => {
    for (const name of ["plan.json", "parley.yaml"]) symlinkSync(secret, at(name));
    put("humans.yaml", "kind: DigitalHumans\ndigital_humans: []\n");
    rmSync(at("parley.yaml"));
    const { code } = await here("dh", "plan", "-f", "humans.yaml", "--out", "plan.json");
    expect(code).not.toBe(0);
    symlinkSync(secret, at("parley.yaml"));
    expect(await here("init", "--force")).toMatchObject({ code: 2 });
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
  });
});

describe("named by a person on the command line", () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ["validate", "FILE"],
    ["dh", "plan", "-f", "FILE"],
    ["dh", "apply", "-f", "FILE", "--yes"],
    ["dh", "create", "-f", "FILE"],
    ["dh", "generate", "--agent", "101", "--replay", "FILE"],
    ["prompts", "push", "FILE", "--agent", "101"],
    ["kb", "push", "FILE", "--agent", "101"],
    ["metrics", "lint", "-f", "FILE"],
    ["evaluate", "FILE"],
    ["evaluate", "--agent", "101", "--start-time", "2026-11-01T12:00:00Z", "--recording", "FILE"],
    ["evaluate", "--agent", "101", "--start-time", "2026-11-01T12:00:00Z", "--transcript", "FILE"],
    ["chat", "x", "--script", "FILE"],
    ["api", "POST", "/v1/x", "-d", "@FILE"],
    ["agents", "list", "--ca-file", "FILE"],
    ["prompts", "promote", "3", "production", "--agent", "101", "--require-eval", "FILE", "--yes"],
    ["serve", "--memory", "--port", "0", "--seed", "FILE"],
    ["admin", "import", "FILE", "--data", "store"],
    ["judge", "calibrate", "FILE", "-f", "FILE"],
  ];

  test.each(COMMANDS.map((command) => [command.slice(0, 2).join(" "), command] as const))(
    "%s waits for no pipe, and reads no device",
    async (_, command) => {
      execFileSync("mkfifo", [at("planted.json")]);
      symlinkSync("/dev/zero", at("endless.json"));
      service.answer({ body: [{ version: 3, agent_id: 101, id: "x", labels: [], prompt_text: "x" }] });
      for (const file of ["planted.json", "endless.json"]) {
        const { code, stderr } = await here(...command.map((word) => word.replace("FILE", file)));
        const said = file === "planted.json" ? "this is a pipe" : "this is a device, not a file";
        expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
      }
      expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    },
  );

  /** Runs a line of bash with `parley` as the program. */
  const bash = (line: string) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
      const run = spawn("bash", ["-c", `parley() { "${process.execPath}" "${BINARY}" "$@"; }; ${line}`], {
        cwd: repository,
        env: { ...parley.environment() } as NodeJS.ProcessEnv,
      });
      let [stdout, stderr] = ["", ""];
      run.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      run.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      run.on("close", (code) => done({ code, stdout, stderr }));
    });
  const SEED = "kind: DigitalHumans\\nsimulation_ids: [7]\\ndigital_humans: [{ name: A }]\\n";

  test("a process substitution, a slow one too, and standard input are read", async () => {
    expect(await bash(`parley validate <(printf '${SEED}')`)).toMatchObject({ code: 0 });
    expect(
      await bash(`parley validate <(sleep 1; printf '${SEED}'; sleep 0.3; printf '# end\\n')`),
    ).toMatchObject({
      code: 0,
    });
    expect(await bash(`printf '${SEED}' | parley validate /dev/stdin`)).toMatchObject({ code: 0 });
    put("seed.yaml", "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A }]\n");
    expect(await bash("parley validate /dev/stdin < seed.yaml")).toMatchObject({ code: 0 });
    service.answer({ body: [] }, { body: { version: 4, id: "x", labels: [] } });
    const pushed = await bash("parley prompts push <(head -c 3000000 /dev/zero | tr '\\0' a) --agent 101");
    expect(pushed).toMatchObject({ code: 0 });
    expect(service.requests.find(({ method }) => method === "POST")?.body.prompt_text).toHaveLength(
      3_000_000,
    );
    await bash(`parley api POST /v1/x -d @<(printf '{"a":1}')`);
    expect(service.requests.at(-1)?.body).toEqual({ a: 1 });
  });

  test("a pipe that never ends is cut at the limit", async () => {
    expect(await bash("parley validate <(yes '# filler')")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the file is larger than 16 MB"),
    });
  });

  test("a link is followed wherever it leads", async () => {
    const file = join(parley.home, `mine-${count}.yaml`);
    writeFileSync(file, "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A }]\n");
    symlinkSync(file, at("current.yaml"));
    linkSync(file, at("hard.yaml"));
    for (const link of ["current.yaml", "hard.yaml"])
      expect(await here("validate", link)).toMatchObject({ code: 0 });
  });

  test("a socket is refused", async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(at("socket.yaml"), listening));
    try {
      expect(await here("validate", "socket.yaml")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("this is a socket, not a file"),
      });
    } finally {
      server.close();
    }
  });
});
