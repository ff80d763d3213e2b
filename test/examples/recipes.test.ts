/** The recipes in examples/, step by step, against `parley serve` and an agent that does well or badly. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type StandInAgent, startAgent } from "../support/agent.ts";
import { useCli } from "../support/cli.ts";
import { type Served, startService } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { bash, EXAMPLES, filesOfHook, runGitLab, runPreCommit, runWorkflow, toolsIn } from "./shell.ts";

const KEY = "pk_recipes";
/** This is checked; `npm` is replaced by a program that installs nothing. */
const PACKAGE = "a package";
const PACKAGE_SHA256 = createHash("sha256").update(PACKAGE).digest("hex");
const HELPFUL = "Of course, that is done. Is there anything else I can do for you?";
/** A refusal alone proves nothing against an agent. */
const CRITERIA = JSON.stringify('@rules\npass when agent says "that is done"');
const UNHELPFUL = "I'm sorry, I can't help with that.";

/** What the runner says about every job. */
const JOB = { "github.job": "job", "github.run_attempt": "1", "strategy.job-index": "0" };

const parley = useCli();
const folder = mkdtempSync(join(tmpdir(), "parley-recipes-"));
let agent: StandInAgent;
let service: Served;
let acme: Calls;
let env: Record<string, string>;
/** The repository that contains the prompt. Each test has its own. */
let repository: string;
let count = 0;

beforeAll(async () => {
  agent = await startAgent();
  const seed = join(folder, "seed.yaml");
  writeFileSync(seed, seedOf(agent.webhook));
  service = await startService(parley, "--memory", "--seed", seed);
  acme = callsWith(service.url, KEY);
  const tools = toolsIn(folder);
  env = {
    PATH: `${tools}:${process.env["PATH"]}`,
    HOME: parley.home,
    CI: "true",
    PARLEY_BASE_URL: service.url,
    PARLEY_API_KEY: KEY,
    PARLEY_AGENT: "101",
    PARLEY_SIMULATION: "7",
    CI_COMMIT_SHA: "c0ffee",
  };
});
afterAll(async () => {
  await service?.stop("SIGTERM");
  agent?.close();
  rmSync(folder, { recursive: true });
});

const seedOf = (webhook: string) => `
kind: Seed
organizations:
  - name: acme
    api_key: ${KEY}
    agents:
      - id: 101
        name: Front desk
        mode: TEXT
        connection_type: HTTP_WEBHOOK
        http_webhook: ${webhook}
        prompts: [{ prompt_text: You are kind., labels: [production] }]
    simulations:
      - id: 7
        name: Smoke
        agent_id: 101
        digital_humans:
          - { id: 501, name: "Refund, angry", intent: I want a refund for order 1182., success_criteria: ${CRITERIA} }
          - { id: 502, name: Late, intent: I want to move my appointment to Tuesday., success_criteria: ${CRITERIA} }
`;

beforeEach(async () => {
  const place = join(folder, String(++count));
  const remote = join(place, "remote.git");
  repository = join(place, "repository");
  mkdirSync(repository, { recursive: true });
  writeFileSync(join(repository, "prompt.md"), `You are brief. ${count}\n`);
  writeFileSync(join(repository, "parley.tgz"), PACKAGE);
  const git = `git init -q --bare ${remote}; git init -q -b main; git add prompt.md
    git -c user.name=t -c user.email=t@t commit -qm first; git remote add origin ${remote}; git push -qu origin main`;
  const { code, output } = await bash(git, repository, env);
  if (code !== 0) throw new Error(output);
});

const inProduction = async () =>
  (await acme("GET", "/v1/agents/101/prompts/versions?label=production")).body[0].version;
const latest = async () =>
  (await acme("GET", "/v1/agents/101/prompts/versions?label=latest")).body[0].version;
const report = () => JSON.parse(readFileSync(join(repository, "parley-reports/check.json"), "utf8"));

describe("on GitHub Actions", () => {
  const run = (file: string) =>
    runWorkflow(
      file,
      repository,
      {
        ...env,
        GITHUB_ACTIONS: "true",
        GITHUB_SHA: "c0ffee",
        GITHUB_WORKSPACE: repository,
        GITHUB_STEP_SUMMARY: join(repository, "..", "summary.md"),
      },
      {
        "github.sha": "c0ffee",
        ...JOB,
        "vars.PARLEY_BASE_URL": service.url,
        "vars.PARLEY_AGENT": "101",
        "vars.PARLEY_PACKAGE": "parley.tgz",
        "vars.PARLEY_SHA256": PACKAGE_SHA256,
        "vars.PARLEY_SIMULATION": "7",
        "secrets.PARLEY_API_KEY": KEY,
      },
    );
  const summary = () => readFileSync(join(repository, "..", "summary.md"), "utf8");

  test("a prompt that does well passes the check of its pull request", async () => {
    agent.says(HELPFUL, service.url, KEY);
    const { failed, steps } = await run("prompt-check.yml");
    expect(failed, JSON.stringify(steps)).toBeUndefined();
    expect(steps.map(({ name }) => name)).toEqual([
      ...["Look at the inputs", "Install", "Push the prompt", "Show what changes", "Check"],
    ]);
    expect(report()).toMatchObject({ verdict: "passed", total: 2, prompt_version: await latest() });
    expect(summary()).toContain("✅ passed");
  });

  test.each(["prompt-check.yml", "prompt-release.yml"])(
    "every step of %s fails with any part of a pipe",
    async (file) => {
      agent.says(HELPFUL, service.url, KEY);
      const { steps } = await run(file);
      expect(steps.length).toBeGreaterThan(3);
      for (const { name, flags } of steps) {
        const { code } = await bash("parley agents show 999 | true", repository, env, [...flags]);
        expect({ name, code }).toEqual({ name, code: 5 });
      }
    },
  );

  test("a prompt that does badly fails it, annotated by digital human", async () => {
    agent.says(UNHELPFUL, service.url, KEY);
    const { failed, steps } = await run("prompt-check.yml");
    expect(failed).toBe("Check");
    expect(steps.at(-1)).toMatchObject({
      code: 9,
      output: expect.stringContaining("::error title=Refund%2C angry%3A failed::outcome: "),
    });
    expect(summary()).toContain("❌ not passed");
  });

  test("a prompt that does well is released, and the move committed", async () => {
    agent.says(HELPFUL, service.url, KEY);
    const { failed, steps } = await run("prompt-release.yml");
    expect(failed, JSON.stringify(steps)).toBeUndefined();
    expect(await inProduction()).toBe(await latest());
    const { output } = await bash("git show origin/main:.parley/releases.jsonl", repository, env);
    expect(JSON.parse(output)).toMatchObject({
      label: "production",
      version: await latest(),
      evidence: { report: "parley-reports/check.json", pass_rate: 1 },
    });
  });

  test("the reports are written where they are uploaded from", async () => {
    agent.says(HELPFUL, service.url, KEY);
    await run("prompt-check.yml");
    expect(readdirSync(join(repository, "parley-reports")).sort()).toEqual([
      ...["check.html", "check.json", "check.xml"],
    ]);
  });

  test("a package whose checksum is another is not installed", async () => {
    writeFileSync(join(repository, "parley.tgz"), "another package");
    expect(await run("prompt-check.yml")).toMatchObject({ failed: "Install", steps: { length: 2 } });
  });

  test("a first release works: no version has the label", async () => {
    const before = await inProduction();

    const removed = await parley(["prompts", "unlabel", String(before), "production", "--yes"], { env });
    expect(removed).toMatchObject({ code: 0 });
    agent.says(HELPFUL, service.url, KEY);
    const { failed, steps } = await run("prompt-release.yml");
    expect(failed, JSON.stringify(steps)).toBeUndefined();
    expect(await inProduction()).toBe(await latest());
  });

  test("an older pipeline does not overwrite what was released during its check", async () => {
    agent.says(HELPFUL, service.url, KEY);
    const before = await inProduction();
    const meanwhile = async () => {
      const { json } = await parley(["prompts", "push", "prompt.md", "--json", "--query", "version"], {
        env,
        cwd: repository,
      });
      await parley(["prompts", "promote", String(json), "production", "--yes"], { env, cwd: repository });
      return json;
    };
    writeFileSync(join(repository, "prompt.md"), "You are newer.\n");
    const newer = await meanwhile();
    expect(newer).not.toBe(before);
    const expected = await parley(
      ["prompts", "promote", String(before), "production", "--yes", "--expect", String(before)],
      { env },
    );
    expect(expected.code).toBe(6);
    const { runs } = parse(readFileSync(resolve(import.meta.dirname, "../../action.yml"), "utf8"));
    const names = runs.steps.map(({ name }: { name: string }) => name);
    expect(names.indexOf("See what is released")).toBeLessThan(names.indexOf("Check"));
    expect(runs.steps[names.indexOf("Promote")].run).toContain('--expect "$BEFORE"');
    expect(await inProduction()).toBe(newer);
  });

  test("a promotion without a simulation or a version is refused before anything else", async () => {
    const { runs } = parse(readFileSync(resolve(import.meta.dirname, "../../action.yml"), "utf8"));
    const [first] = runs.steps;
    const look = (inputs: Record<string, string>) =>
      bash(first.run, repository, {
        ...env,
        ...{
          GITHUB_ENV: "/dev/null",
          GITHUB_OUTPUT: join(repository, "outputs"),
          JOB: "j",
          MATRIX: "0",
          ATTEMPT: "1",
        },
        ...inputs,
      });
    for (const name of ["PROMPT", "SIMULATION"])
      expect(await look({ PROMOTE: "production", [name]: "2" })).toMatchObject({
        code: 2,
        output: expect.stringContaining("::error::promote needs simulation"),
      });
    const all = { PROMOTE: "production", SIMULATION: "7", PROMPT: "2", PARLEY_USES: "1" };
    expect(await look(all)).toMatchObject({ code: 0 });
    expect(readFileSync(join(repository, "outputs"), "utf8")).toBe("artifact=parley-reports-j-0-1-2\n");
  });

  test("a prompt that does badly is not released", async () => {
    const before = await inProduction();
    agent.says(UNHELPFUL, service.url, KEY);
    expect((await run("prompt-release.yml")).failed).toBe("Check");
    expect(await inProduction()).toBe(before);
    expect(await latest()).toBeGreaterThan(before);
  });
});

describe("a gate on recorded calls", () => {
  const METRIC = {
    name: "Says hello",
    response_type: "pass_fail",
    scoring_guidance: '@rules\npass when agent says "hello"',
    tags: ["gate"],
  };
  const transcript = (utterance: string) =>
    JSON.stringify([
      { start_offset_ms: 0, end_offset_ms: 900, speaker: "AGENT", utterance },
      { start_offset_ms: 1200, end_offset_ms: 2000, speaker: "USER", utterance: "Thank you." },
    ]);
  /** A manifest of one call for each greeting. */
  const writeCalls = (...greetings: string[]) => {
    const calls = greetings.map((greeting, at) => {
      writeFileSync(join(repository, `call-${at}.json`), transcript(greeting));
      return `  - agent_id: "101"
    start_time_utc: 2026-11-01T09:0${at}:00Z
    transcript_file: call-${at}.json
    custom_metric_tags: [gate]
`;
    });
    writeFileSync(join(repository, "calls.yaml"), `kind: Evaluations\nevaluations:\n${calls.join("")}`);
  };
  const run = (run_id = "1", isNew = "true") =>
    runWorkflow("call-gate.yml", repository, env, {
      ...JOB,
      "github.run_id": run_id,
      "inputs.new-journal": isNew,
      "vars.PARLEY_BASE_URL": service.url,
      "vars.PARLEY_PACKAGE": "parley.tgz",
      "vars.PARLEY_SHA256": PACKAGE_SHA256,
      "secrets.PARLEY_API_KEY": KEY,
    });

  beforeAll(async () => {
    expect((await acme("POST", "/v1/create-custom-metric", METRIC)).status).toBeLessThan(300);
  });

  test.each([
    ["passes good calls", "hello, how can I help?", undefined, 'failures="0"'],
    ["fails on bad ones, with the verdicts in a file", "Yes?", "Evaluate", 'failures="1"'],
  ])("%s", async (_, greeting, failing, verdicts) => {
    writeCalls(greeting);
    const { failed, steps } = await run();
    expect(failed, JSON.stringify(steps)).toBe(failing);
    expect(readFileSync(join(repository, "parley-reports/verdicts.xml"), "utf8")).toContain(verdicts);
  });

  /** Every job has a new checkout. */
  const checkOut = () => {
    for (const name of [".parley", "parley-reports"]) rmSync(join(repository, name), { recursive: true });
  };
  const countCalls = async () => (await parley(["evaluate", "list", "--json"], { env })).json;

  test("submits each call once, however many nights it runs, also after one that did not pass", async () => {
    const before = (await countCalls()).call_logs.length;
    writeCalls("Yes?");
    expect((await run("1")).failed).toBe("Evaluate");
    checkOut();
    const again = await run("2", "");
    expect(again.failed, JSON.stringify(again.steps)).toBe("Evaluate");
    expect(readFileSync(join(repository, "parley-reports/verdicts.xml"), "utf8")).toContain('failures="1"');
    checkOut();
    writeCalls("Yes?", "hello, how can I help?");
    expect((await run("3", "")).failed).toBe("Evaluate");
    expect((await countCalls()).call_logs).toHaveLength(before + 2);
  });

  test("submits nothing if the journal is lost", async () => {
    const before = (await countCalls()).call_logs.length;
    writeCalls("Yes?");
    expect(await run("1", "")).toMatchObject({ failed: "Restore the journal", steps: { length: 2 } });
    expect((await countCalls()).call_logs).toHaveLength(before);
  });
});

/** A port that nothing uses at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe("with a service inside the job", () => {
  const run = async () =>
    runWorkflow(
      "agent-check.yml",
      repository,
      // Nothing of the service outside may be used.
      { PATH: env["PATH"] ?? "", HOME: parley.home, CI: "true" },
      {
        ...JOB,
        "vars.AGENT_PORT": String(await freePort()),
        "vars.PARLEY_PACKAGE": "parley.tgz",
        "vars.PARLEY_SHA256": PACKAGE_SHA256,
      },
    );

  test.each([
    ["passes a good agent", HELPFUL, undefined],
    ["fails for a bad one, and stops what it started", UNHELPFUL, "Check"],
  ])("%s", async (_, message, failing) => {
    copyFileSync(join(EXAMPLES, "github-actions/parley-seed.yaml"), join(repository, "parley-seed.yaml"));
    writeFileSync(
      join(repository, "agent.mjs"),
      `import { createServer } from "node:http";
      createServer((_, response) => response.end(JSON.stringify({ message: ${JSON.stringify(message)} })))
        .listen(process.env.AGENT_PORT, "127.0.0.1");`,
    );
    const { failed, steps } = await run();
    expect(failed, JSON.stringify(steps)).toBe(failing);
    expect(report()).toMatchObject({ total: 1, passed: failing ? 0 : 1 });
    expect(steps.at(-1)?.name).toBe("Stop both");
    const { url } = JSON.parse(readFileSync(join(repository, "service.json"), "utf8"));
    await expect
      .poll(() =>
        fetch(url).then(
          () => "up",
          () => "down",
        ),
      )
      .toBe("down");
  });
});

test("the page on the first gate names every file that its workflows need, and where it goes", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/first-ci-gate.md"), "utf8");
  const rows = new Map(
    [...page.matchAll(/^\| \[?`([^`]+)`\]?(?:\(([^)]+)\))? \| `([^`]+)` \|/gm)].map(
      ([, name, link, place]) => [place, { name, link }],
    ),
  );
  for (const workflow of ["call-gate.yml", "agent-check.yml"]) {
    expect(rows.get(`.github/workflows/${workflow}`)?.link).toBe(
      `../examples/github-actions/.github/workflows/${workflow}`,
    );
    const text = readFileSync(join(EXAMPLES, "github-actions/.github/workflows", workflow), "utf8");
    for (const [, action] of text.matchAll(/uses: \.\/(\S+)/g))
      expect(rows.get(`${action}/action.yml`)).toEqual({ name: "action.yml", link: "../action.yml" });
    for (const [file] of text.matchAll(/\b(?:calls|parley-seed)\.yaml\b/g))
      expect([...rows.keys()]).toContain(file);
  }
});

describe("on GitLab", () => {
  const run = () =>
    runGitLab(repository, {
      ...env,
      PARLEY_PACKAGE: "parley.tgz",
      PARLEY_SHA256: PACKAGE_SHA256,
      CI_COMMIT_BRANCH: "main",
      CI_DEFAULT_BRANCH: "main",
    });

  test("a prompt that does well is checked and released", async () => {
    agent.says(HELPFUL, service.url, KEY);
    const { failed, steps } = await run();
    expect(failed, JSON.stringify(steps)).toBeUndefined();
    expect(await inProduction()).toBe(await latest());
    expect(readFileSync(join(repository, "parley-check.xml"), "utf8")).toContain('failures="0"');
  });

  test("a prompt that does badly stops at the check", async () => {
    const before = await inProduction();
    agent.says(UNHELPFUL, service.url, KEY);
    const { failed, steps } = await run();
    expect({ failed, code: steps.at(-1)?.code }).toEqual({ failed: "prompt release", code: 9 });
    expect(await inProduction()).toBe(before);
    expect(readFileSync(join(repository, "parley-check.xml"), "utf8")).toContain('failures="4"');
  });
});

describe("before a commit", () => {
  const fixture = resolve(import.meta.dirname, "../../fixtures/digital-human.yaml");

  test("the manifest that `parley init` writes is checked, and nothing else that it writes is taken for one", async () => {
    const { json } = await parley(["init", "--json"], { cwd: repository });
    const files = json.map(({ file }: { file: string }) => file);
    expect(filesOfHook(files)).toEqual(["digital-humans.yaml"]);
    expect((await runPreCommit(files, repository, env)).failed).toBeUndefined();
    const manifest = join(repository, "digital-humans.yaml");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace("intent:", "intnt:"));
    const { failed, steps } = await runPreCommit(files, repository, env);
    expect({ failed, code: steps[0]?.code }).toEqual({ failed: "parley-validate", code: 2 });
  });

  test("a good manifest passes, a bad one does not, with its place", async () => {
    copyFileSync(fixture, join(repository, "caller.parley.yaml"));
    const files = ["prompt.md", "caller.parley.yaml"];
    expect((await runPreCommit(files, repository, env)).failed).toBeUndefined();
    writeFileSync(
      join(repository, "caller.parley.yaml"),
      "kind: DigitalHuman\ndigital_human:\n  creativty: 1\n",
    );
    const { failed, steps } = await runPreCommit(files, repository, env);
    expect({ failed, code: steps[0]?.code }).toEqual({ failed: "parley-validate", code: 2 });
    expect(steps[0]?.output).toContain("caller.parley.yaml:3:3");
  });
});

test("a check that is cancelled ends its conversations at the service", async () => {
  agent.says(null, service.url, KEY);
  const child = parley.start(["release", "check", "7", "--poll", "0.05"], { env });
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk) => String(chunk).includes("0 of 2 conversations done") && resolve());
  });
  child.kill("SIGTERM");
  expect(await new Promise((done) => child.on("close", done))).toBe(143);
  const [run] = (await acme("GET", "/v1/get-simulation-runs/7")).body.simulation_runs;
  const { simulation_results } = (await acme("GET", `/v1/retrieve-simulation-results/${run.id}`)).body;
  expect(simulation_results.map((result: { end_reason: string }) => result.end_reason)).toEqual([
    "ended_by_request",
    "ended_by_request",
  ]);
});

test("a promotion can depend on a run of the service itself", async () => {
  agent.says(HELPFUL, service.url, KEY);
  const run = (...args: string[]) => parley([...args, "--json"], { env, cwd: repository });
  const { json: version } = await run("prompts", "push", "prompt.md", "--query", "version");
  const { json: other } = await run("prompts", "show", "production", "--query", "version");
  const checked = (await run("release", "check", "7", "--prompt", String(version), "--poll", "0.05")).json;
  const promote = (word: number, label: string) =>
    run(
      ...["prompts", "promote", String(word), label, "--yes"],
      ...["--require-run", String(checked.simulation_run_ids[0])],
    );
  expect(await promote(other, "canary")).toMatchObject({ code: 9 });
  expect((await promote(version, "canary")).json).toMatchObject({ version, evidence: { pass_rate: 1 } });
});

describe("a pipe in the documentation", () => {
  const root = resolve(import.meta.dirname, "../..");
  const files = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
  /** Blocks of shell commands: fenced, or indented by four spaces. */
  const blocks = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => {
      const page = readFileSync(join(root, file), "utf8");
      return [...page.matchAll(/```sh\n([\s\S]*?)```|(?:^ {4}.*\n)+/gm)].map(([all, inside]) => ({
        file,
        script: inside ?? all.replaceAll(/^ {4}/gm, ""),
      }));
    });
  const piped = blocks.filter(({ script }) => /^parley [^#\n]*\|/m.test(script));

  test.each(piped)("keeps the exit code, in $file: $script", ({ script }) => {
    expect(script).toMatch(/^set -o pipefail$/m);
  });

  test("of a gate, run unchanged, ends with the gate's code and its verdict in the file", async () => {
    const { script = "" } = piped.find(({ file }) => file === "docs/simulations.md") ?? {};
    expect(script).toContain("| tee verdict.txt");
    agent.says(UNHELPFUL, service.url, KEY);
    expect((await parley(["release", "check", "7", "--poll", "0.05"], { env })).code).toBe(9);
    // As if typed into a shell: only the recipe itself sets pipefail.
    const { code } = await bash(script, repository, env, ["--noprofile", "--norc"]);
    expect(code).toBe(9);
    expect(readFileSync(join(repository, "verdict.txt"), "utf8")).toContain("not passed: 0 of 2 passed");
  });
});
