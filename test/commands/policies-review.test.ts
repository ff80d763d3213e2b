/** From a prompt to binding policies, with the commands, against the service. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation, PATIENT, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";
import { until } from "../support/until.ts";

const service = useService();
const parley = useProgram(service);
const { acme } = service;

const THING = 'Never say "sure thing".';
const PROBLEM = 'Never say "no problem".';
const WORRIES = 'Never say "no worries".';
const WARM = "Be warm, and use as few words as you can.";
const PROMPT = [THING, PROBLEM, WORRIES, WARM].map((sentence) => `- ${sentence}\n`).join("");

const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);
const text = (name: string) => readFileSync(join(parley.home, name), "utf8");
type Shown = { sentence: string; status: string; rule: string | null };
const policiesIn = (name: string): Shown[] => parse(text(name)).policies;
const statuses = (policies: readonly Shown[]) =>
  policies.map(({ sentence, status }) => `${status}: ${sentence}`);

let files = 0;
/** An agent with a version of its prompt for each text, and a file of the policies of the latest. */
async function drafted(...prompts: string[]) {
  const { agent_id, path } = await makeAgent(acme);
  for (const [at, prompt_text] of prompts.entries()) {
    const labels = at === 0 ? ["production"] : [];
    const pushed = await acme("POST", `${path}/prompts/versions`, { prompt_text, labels });
    expect(pushed.status).toBe(200);
  }
  const file = `policies-${++files}.yaml`;
  const ran = await parley(["policies", "draft", "--agent", String(agent_id), "--out", file]);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return { agent: String(agent_id), path, file, ran };
}

const decide = (file: string, sentence: string, status: string) =>
  write(
    file,
    text(file).replace(
      new RegExp(`(sentence: ${sentence.replaceAll(".", "\\.")}[^]*?status: )\\w+`),
      `$1${status}`,
    ),
  );

/** A run of the agent with a conversation for each answer. */
async function runWith(agent: string, ...answers: string[]) {
  const simulation = await makeSimulation(acme, { agent_id: Number(agent) });
  for (const _ of answers)
    await makeDigitalHuman(acme, { intent: "Book a visit.", ...PATIENT }, [simulation.id]);
  const { simulation_run_id, simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
  for (const [at, message] of answers.entries())
    await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id: simulation_result_ids[at],
      message,
    });
  await acme("POST", "/v1/end-conversations", { test_result_ids: simulation_result_ids });
  for (const id of simulation_result_ids)
    await until(
      async () =>
        (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result.evaluation,
    );
  return { simulation_id: simulation.id, run: String(simulation_run_id), results: simulation_result_ids };
}

describe("parley policies draft", () => {
  test("writes each sentence with its line, its rule or why it has none, and both examples", async () => {
    const { file, ran, agent } = await drafted(PROMPT);
    expect(ran.stderr).toContain("4 policies: 3 with a rule, 0 accepted, 0 rejected, 3 to review");
    expect(ran.stderr).toContain(
      "1 sentence has no rule: write `rule:` yourself, or leave it to a judge (docs/policies.md)",
    );
    expect(parse(text(file))).toMatchObject({
      ...{ kind: "Policies", agent_id: Number(agent), version: 1 },
      policies: [
        {
          ...{ sentence: THING, line: 1, rule: 'fail when agent says "sure thing"', status: "proposed" },
          breaks: expect.arrayContaining([expect.stringMatching(/^agent: .*sure thing/i)]),
        },
        { sentence: PROBLEM, line: 2 },
        { sentence: WORRIES, line: 3 },
        { sentence: WARM, line: 4, rule: null, why: "I can't read it", status: "proposed" },
      ],
    });
  });

  test("keeps the decisions of a file that exists, for the sentences that are still there", async () => {
    const { file, agent } = await drafted(PROMPT);
    decide(file, PROBLEM, "rejected");
    write("later.md", `- Be kind.\n- ${PROBLEM}\n`);
    await parley(["policies", "draft", "--agent", agent, "--prompt-file", "later.md", "--out", file]);
    expect(statuses(policiesIn(file))).toContain(`rejected: ${PROBLEM}`);
    expect(text(file)).not.toContain(THING);
  });

  test("keeps policies of a file that exists for sentences that are not listed, and names them", async () => {
    write("added.md", PROMPT);
    const draft = () => parley(["policies", "draft", "--prompt-file", "added.md", "--out", "added.yaml"]);
    await draft();
    const added = "Saturday, Sunday: closed";
    write(
      "added.yaml",
      `${text("added.yaml")}  - sentence: "${added}"\n    rule: fail when agent says "open on Sunday"\n    status: accepted\n`,
    );
    const { code, stderr } = await draft();
    expect(code, stderr).toBe(0);
    expect(statuses(policiesIn("added.yaml"))).toEqual([
      ...[THING, PROBLEM, WORRIES, WARM].map((sentence) => `proposed: ${sentence}`),
      `accepted: ${added}`,
    ]);
    expect(stderr).toContain(
      `this sentence is not listed, so its policy stays at the end of added.yaml: "${added}"`,
    );
  });

  test("from a file alone needs no service, and has no model to ask", async () => {
    write("alone.md", PROMPT);
    const env = { PARLEY_BASE_URL: "http://127.0.0.1:1", PARLEY_API_KEY: "" };
    const { code, json } = await parley(["policies", "draft", "--prompt-file", "alone.md", "--json"], {
      env,
    });
    expect({ code, sentences: json.policies.length }).toEqual({ code: 0, sentences: 4 });
    const asked = await parley(["policies", "draft", "--prompt-file", "alone.md", "--ask-model", "every"], {
      env,
    });
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("only the service has a model to ask"),
    });
  });
});

describe("parley policies review", () => {
  test("--list shows what is to be decided, with rule and examples, and changes nothing", async () => {
    const { file } = await drafted(PROMPT);
    expect((await parley(["policies", "review", file, "--list"])).stderr).toContain(
      `next: set \`status: accepted\` in ${file}, or \`parley policies review ${file}\` asks you about each`,
    );
    decide(file, PROBLEM, "accepted");
    const before = text(file);
    const { code, stdout, stderr } = await parley(["policies", "review", file, "--list"]);
    expect(stderr).toContain(`next: \`parley policies apply ${file}\` makes the accepted ones binding`);
    expect(code).toBe(0);
    expect(stdout).toContain(
      [
        `line 1: ${THING}`,
        '  is read as: the agent never says "sure thing"',
        '    fail when agent says "sure thing"',
        "  keeps it:",
      ].join("\n"),
    );
    expect(stdout).not.toContain(PROBLEM);
    expect(stdout).toContain(`${file}: 4 policies: 3 with a rule, 1 accepted, 0 rejected, 2 to review`);
    expect(stdout).toContain("1 sentence has no rule: write `rule:` yourself");
    expect(text(file)).toBe(before);
  });

  test("asks about one after the other: accept, reject, and leave for later", async () => {
    const { file } = await drafted(PROMPT);
    const down = "\x1b[B";
    const { code, output } = await runInTerminal(parley, ["policies", "review", file], {
      type: [
        { after: "Is this what the sentence means?", keys: "\r" },
        { after: "2 of 3", keys: "" },
        { after: "Is this what the sentence means?", keys: `${down}${down}\r` },
        { after: "3 of 3", keys: "" },
        { after: "Is this what the sentence means?", keys: `${down}${down}${down}\r` },
      ],
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("1 of 3");
    expect(statuses(policiesIn(file))).toEqual([
      ...[`accepted: ${THING}`, `rejected: ${PROBLEM}`, `proposed: ${WORRIES}`, `proposed: ${WARM}`],
    ]);
    expect(output).toContain("1 accepted, 1 rejected, 1 to review");
  });

  test("edits a rule, refuses one that can't be read, and keeps what was decided before it is stopped", async () => {
    const { file } = await drafted(PROMPT);
    const down = "\x1b[B";
    const clear = "\x15";
    const { code, output } = await runInTerminal(parley, ["policies", "review", file], {
      type: [
        { after: "Is this what the sentence means?", keys: `${down}\r` },
        { after: "Rule (clauses separated by ;)", keys: `${clear}fail when agent sings\r` },
        { after: "the rule was not changed: line 1, column 17", keys: "" },
        { after: "Is this what the sentence means?", keys: `${down}\r` },
        { after: "Rule (clauses separated by ;)", keys: `${clear}fail when agent says /sure thing/i\r` },
        { after: "2 of 3", keys: "" },
        { after: "Is this what the sentence means?", keys: `${down.repeat(4)}\r` },
      ],
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    const [edited, ...rest] = policiesIn(file);
    // The examples and the words belonged to the rule as it was.
    expect(edited).toEqual({
      ...{ sentence: THING, line: 1, rule: "fail when agent says /sure thing/i", status: "accepted" },
    });
    expect(rest.every(({ status }) => status === "proposed")).toBe(true);
  });

  test("asks nobody where there is nobody, and says which flag shows the policies", async () => {
    const { file } = await drafted(PROMPT);
    const { code, stderr } = await parley(["policies", "review", file]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("--list") });
  });

  test("--against shows whom each would blame, with the words, also for a rule that was edited", async () => {
    const { file, agent } = await drafted(PROMPT);
    const { run, results } = await runWith(agent, "Sure thing, what is your name?", "What is your name?");
    const review = async () => {
      const { code, stdout } = await parley(["policies", "review", file, "--against", run, "--list"]);
      expect(code).toBe(0);
      return stdout;
    };
    const found = await review();
    expect(found).toContain(
      `  would blame 1 conversation:\n    conversation ${results[0]}: AGENT "Sure thing"`,
    );
    expect(found.match(/would blame none of these conversations/g)).toHaveLength(2);
    write(
      file,
      text(file).replace(
        'rule: fail when agent says "no problem"',
        'rule: fail when agent says "your name" or agent says "no problem"',
      ),
    );
    expect(await review()).toContain("would blame 2 conversations:");
  });
});

describe("parley policies apply", () => {
  test("asks before other policies become binding, names them, and stores nothing without a yes", async () => {
    const { file, agent, path } = await drafted(PROMPT);
    decide(file, THING, "accepted");
    const apply = ["policies", "apply", file];
    const question = `Store these decisions with prompt version 1 of agent ${agent}?`;
    const declined = await runInTerminal(parley, apply, { type: [{ after: question, keys: "n\r" }] });
    expect(declined.output).toContain(`binding from now on: ${THING}`);
    expect(declined.code).not.toBe(0);
    expect((await acme("GET", `${path}/prompts/versions/1/policies`)).body.policies).toEqual([]);

    const nobody = await parley(apply);
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect((await acme("GET", `${path}/prompts/versions/1/policies`)).body.policies).toEqual([]);

    const agreed = await runInTerminal(parley, apply, { type: [{ after: question, keys: "y\r" }] });
    expect(agreed).toMatchObject({ code: 0 });
    expect(statuses((await acme("GET", `${path}/prompts/versions/1/policies`)).body.policies)).toContain(
      `accepted: ${THING}`,
    );
  });

  test("asks nothing if nothing else becomes binding, and says what stops being binding", async () => {
    const { file, agent } = await drafted(PROMPT);
    expect(await parley(["policies", "apply", file])).toMatchObject({ code: 0 });
    decide(file, THING, "accepted");
    expect(await parley(["policies", "apply", file, "--yes"])).toMatchObject({ code: 0 });
    decide(file, PROBLEM, "rejected");
    expect(await parley(["policies", "apply", file])).toMatchObject({ code: 0 });
    decide(file, THING, "rejected");
    const { output } = await runInTerminal(parley, ["policies", "apply", file, "--agent", agent], {
      type: [{ after: "Store these decisions", keys: "y\r" }],
    });
    expect(output).toContain(`no longer binding: ${THING}`);
  });

  test("refuses an accepted policy whose sentence the version doesn't have, and warns if that is allowed", async () => {
    const { file, agent } = await drafted(PROMPT, `- ${THING}\n- Be kind.\n`);
    write(file, text(file).replace(THING, 'Never say "of course".').replaceAll("sure thing", "of course"));
    decide(file, 'Never say "of course".', "accepted");
    const apply = ["policies", "apply", file, "--agent", agent, "--yes"];
    const refused = await parley(apply);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("2 policies would not apply") });
    expect(refused.stderr).toContain('the prompt has no sentence "Never say \\"of course\\"."');
    const { code, stderr } = await parley([...apply, "--allow-missing"]);
    expect(code).toBe(0);
    expect(stderr).toContain("warning: version 2 doesn't have this sentence, so its policy doesn't apply");
  });

  test("makes them binding: the conversation that was suspected fails", async () => {
    const { file, agent } = await drafted(PROMPT);
    const outcomeNow = async () => {
      const { results } = await runWith(agent, "Sure thing, what is your name?");
      const { json } = await parley(["sim", "result", results[0] ?? "", "--json"]);
      const { outcome, evaluation } = json.simulation_result;
      return { outcome, suspicions: evaluation.suspicions?.length ?? 0 };
    };
    expect(await outcomeNow()).toMatchObject({ suspicions: 1, outcome: expect.not.stringMatching("failed") });
    decide(file, THING, "accepted");
    await parley(["policies", "apply", file, "--yes"]);
    expect(await outcomeNow()).toEqual({ suspicions: 0, outcome: "failed" });
  });
});

describe("another version", () => {
  const LATER = [THING, WORRIES.replace("worries", "bother"), WARM].map((one) => `- ${one}\n`).join("");

  async function decided() {
    const made = await drafted(PROMPT);
    decide(made.file, THING, "accepted");
    decide(made.file, WORRIES, "rejected");
    await parley(["policies", "apply", made.file, "--yes"]);
    await acme("POST", `${made.path}/prompts/versions`, { prompt_text: LATER, labels: ["candidate"] });
    const at = ["--agent", made.agent];
    return { ...made, at };
  }
  const changes = (json: { changes: (Shown & { change: string })[] }) =>
    json.changes.map(({ change, status, sentence }) => `${change} ${status}: ${sentence}`);

  test("list shows what was decided, and diff what is new, dropped, kept, and decided otherwise", async () => {
    const { at, file } = await decided();
    const listed = await parley(["policies", "list", "--prompt", "candidate", ...at, "--json"]);
    expect(statuses(listed.json.policies)).toContain(`accepted: ${THING}`);
    const diff = async () =>
      changes((await parley(["policies", "diff", "production", "candidate", ...at, "--json"])).json);
    const bother = 'Never say "no bother".';
    const rest = [`dropped proposed: ${PROBLEM}`, `dropped rejected: ${WORRIES}`];
    expect(await diff()).toEqual([
      ...[`new proposed: ${bother}`, ...rest, `kept accepted: ${THING}`, `kept proposed: ${WARM}`],
    ]);
    // Once somebody has decided on the new sentence, it is still new, and not proposed any more.
    await parley(["policies", "draft", "--prompt", "candidate", ...at, "--out", `new-${file}`]);
    decide(`new-${file}`, bother, "accepted");
    decide(`new-${file}`, THING, "rejected");
    await parley(["policies", "apply", `new-${file}`, "--yes"]);
    expect(await diff()).toEqual([
      ...[`new accepted: ${bother}`, ...rest, `decided rejected: ${THING}`, `kept proposed: ${WARM}`],
    ]);
  });

  test("prompts push --policies makes them binding with the new version", async () => {
    const { at, file, path } = await decided();
    write("next.md", PROMPT);
    const { code, json } = await parley(["prompts", "push", "next.md", "--policies", file, ...at, "--json"]);
    expect({ code, version: json.version }).toEqual({ code: 0, version: 3 });
    const { body } = await acme("GET", `${path}/prompts/versions/3/policies`);
    expect(body).toMatchObject({ reviewed_in: 3 });
    expect(statuses(body.policies)).toEqual([
      ...[`accepted: ${THING}`, `proposed: ${PROBLEM}`, `rejected: ${WORRIES}`, `proposed: ${WARM}`],
    ]);
  });
});
