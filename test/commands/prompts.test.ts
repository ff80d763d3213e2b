import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);

const VERSIONS = "/v1/agents/101/prompts/versions";
const KIND = "You are the front desk.\nBe kind.\n";
const BRIEF = "You are the front desk.\nBe brief.";

const first = {
  prompt_text: KIND,
  version: 3,
  agent_id: 101,
  id: "0b9e0000-0000-4000-8000-000000000003",
  commit_message: "kind",
  labels: ["production"],
  novel: true,
};
const second = { ...first, prompt_text: BRIEF, version: 4, commit_message: null, labels: ["latest", "next"] };

const paths = () => service.requests.map(({ method, path }) => `${method} ${path}`);
const prompts = (...args: string[]) => parley(["prompts", ...args, "--agent", "101"]);
const write = (name: string, text: string | Buffer) => writeFileSync(join(parley.home, name), text);

describe("parley prompts list", () => {
  test("asks by the given filters and nothing else", async () => {
    service.answer({ body: [] });
    await prompts("list");
    await prompts("list", "--label", "a b", "--version", "3", "--limit", "2");
    expect(paths()).toEqual([`GET ${VERSIONS}`, `GET ${VERSIONS}?label=a+b&version=3&limit=2`]);
  });

  test("takes the agent of the environment, and needs one", async () => {
    service.answer({ body: [] });
    await parley(["prompts", "list"], { env: { PARLEY_AGENT: "101" } });
    expect(paths()).toEqual([`GET ${VERSIONS}`]);
    const { code, stderr } = await parley(["prompts", "list"]);
    expect(code).toBe(2);
    expect(stderr).toContain("give --agent <id>, set PARLEY_AGENT");
  });

  test("prints rows without the texts, and as JSON the service's own array", async () => {
    service.answer({ body: [second, first] });
    expect((await prompts("list")).stdout.split("\n")).toEqual([
      "version\tlabels\tmessage\tid",
      `4\tlatest, next\t\t${first.id}`,
      `3\tproduction\tkind\t${first.id}`,
      "",
    ]);
    expect((await prompts("list", "--json")).json).toEqual([second, first]);
  });
});

describe("parley prompts show", () => {
  test("reads a word of digits as a version, any other as a label", async () => {
    service.answer({ body: [first] });
    await prompts("show", "3");
    await prompts("show", "v3");
    expect(paths()).toEqual([`GET ${VERSIONS}?version=3`, `GET ${VERSIONS}?label=v3`]);
  });

  test("prints the text to the letter if stdout is not a terminal", async () => {
    const odd = "\ttab\r\nno end \x1b[31mred\u202e";
    service.answer({ body: [{ ...first, prompt_text: odd }] });
    expect((await prompts("show", "3")).stdout).toBe(odd);
  });

  test("prints the text without control sequences at a terminal", async () => {
    service.answer({ body: [{ ...first, prompt_text: "a \x1b[31mred\x1b]0;title\x07 word" }] });
    const { output } = await runInTerminal(parley, ["prompts", "show", "3", "--agent", "101"]);
    expect(output).toBe("a red word\r\n");
  });

  test("prints the record as it came with --json", async () => {
    service.answer({ body: [first] });
    expect((await prompts("show", "production", "--json")).json).toEqual(first);
  });

  test.each([
    ["9", "agent 101 has no prompt version 9"],
    ["staging", "agent 101 has no prompt version with the label staging"],
  ])("ends with 5 where there is no %s", async (word, message) => {
    service.answer({ body: [] });
    const { code, stdout, stderr } = await prompts("show", word);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("parley prompts diff", () => {
  const answerBoth = () =>
    service.answer(({ path }) => ({ body: [path.endsWith("production") ? first : second] }));

  // The second text does not end with a newline. A unified diff says so.
  const DIFF = [
    "--- prompt version 3",
    "+++ prompt version 4",
    "@@ -1,2 +1,2 @@",
    " You are the front desk.",
    "-Be kind.",
    "+Be brief.",
    "\\ No newline at end of file",
    "",
  ].join("\n");

  test("prints a unified diff, exit code 0", async () => {
    answerBoth();
    const { code, stdout, stderr } = await prompts("diff", "production", "4");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: DIFF, stderr: "" });
    expect(paths().sort()).toEqual([`GET ${VERSIONS}?label=production`, `GET ${VERSIONS}?version=4`]);
  });

  test("with --json says whether they differ, and how", async () => {
    answerBoth();
    expect((await prompts("diff", "production", "4", "--json")).json).toEqual({
      from: 3,
      to: 4,
      changed: true,
      diff: DIFF,
    });
  });

  test("prints nothing on stdout where the texts are the same", async () => {
    service.answer({ body: [first] });
    const { code, stdout, stderr } = await prompts("diff", "3", "3");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("the same text");
    expect((await prompts("diff", "3", "3", "--json")).json).toMatchObject({ changed: false, diff: "" });
  });

  test("shows words in colour at a terminal, not in a pipe even where colour is forced", async () => {
    answerBoth();
    const args = ["prompts", "diff", "production", "4", "--agent", "101"];
    const { output } = await runInTerminal(parley, args);
    expect(output).toContain("Be \x1b[31m[-kind-]\x1b[39m\x1b[32m{+brief+}\x1b[39m.");
    expect((await parley(args, { env: { FORCE_COLOR: "1" } })).stdout).toBe(DIFF);
    expect((await runInTerminal(parley, args, { env: { NO_COLOR: "1" } })).output).toBe(
      DIFF.replace("-Be kind.\n+Be brief.", "Be [-kind-]{+brief+}.")
        .replace(" You", "You")
        // The text for people ignores white space.
        .replace("\\ No newline at end of file\n", "")
        .replaceAll("\n", "\r\n"),
    );
  });
});

describe("parley prompts push", () => {
  test("compares with the latest version, then sends the exact text with the given fields", async () => {
    service.answer({ body: [first] }, { body: second });
    write("prompt.txt", BRIEF);
    const { code, json } = await prompts(
      ...["push", "prompt.txt", "-m", "shorter", "--label", "next", "--label", "b"],
      ...["--metadata", "ticket=7", "--metadata", "note=a=b", "--json"],
    );
    expect(paths()).toEqual([`GET ${VERSIONS}?label=latest`, `POST ${VERSIONS}`]);
    expect(service.requests[1]?.body).toEqual({
      prompt_text: BRIEF,
      commit_message: "shorter",
      labels: ["next", "b"],
      metadata: { ticket: "7", note: "a=b" },
    });
    expect({ code, json }).toEqual({ code: 0, json: second });
  });

  test("reads standard input, and sends no more than the text where nothing else was given", async () => {
    service.answer({ body: [] }, { body: second });
    await parley(["prompts", "push", "-", "--agent", "101"], { stdin: " é\r\n" });
    expect(service.requests[1]?.body).toEqual({ prompt_text: " é\r\n" });
  });

  test("sends nothing where the latest version has the text already", async () => {
    service.answer({ body: [first] });
    write("same.txt", KIND);
    const { code, json } = await prompts("push", "same.txt", "--json");
    expect({ code, json }).toEqual({ code: 0, json: first });
    expect(paths()).toEqual([`GET ${VERSIONS}?label=latest`]);
    const { stdout, stderr } = await prompts("push", "same.txt", "--label", "production", "--label", "next");
    expect(stdout).toContain("3\tproduction\tkind");
    expect(stderr).toContain("warning: nothing was sent, so version 3 did not get next;");
    expect(stderr).toContain("version 3 already has this text; nothing was sent");
  });

  test.each([
    [["none.txt"], undefined, "file not found"],
    [["-"], "", "the text is empty"],
    [["-"], Buffer.from([0xff, 0xfe, 0x41]), "standard input is not valid UTF-8"],
    [["-", "--metadata", "ticket"], "a", '--metadata must be key=value, not "ticket"'],
    [["-", "--label", "4"], "a", "--label must not be a number"],
    [["-", "--api-key-stdin"], "a", "standard input cannot carry both"],
  ])("refuses %j and sends nothing", async (args, stdin = "", message) => {
    const { code, stderr } = await parley(["prompts", "push", ...args, "--agent", "101"], { stdin });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });

  test("--dry-run prints the request and changes nothing", async () => {
    service.answer({ body: [] });
    write("prompt.txt", BRIEF);
    const { json } = await prompts("push", "prompt.txt", "--dry-run", "--json");
    expect(json).toMatchObject({ method: "POST", body: { prompt_text: BRIEF } });
    expect(paths()).toEqual([`GET ${VERSIONS}?label=latest`]);
  });
});

describe("parley prompts label", () => {
  test("adds labels to a version and prints those that it has", async () => {
    service.answer({ body: { labels: ["latest", "a", "b"] } });
    const { json } = await prompts("label", "4", "a", "b", "--json");
    expect(paths()).toEqual([`POST ${VERSIONS}/4/labels`]);
    expect(service.requests[0]?.body).toEqual({ labels: ["a", "b"], override_label: false });
    expect(json).toEqual({ labels: ["latest", "a", "b"] });
    expect((await prompts("label", "4", "a", "--override")).stdout).toBe("labels\tlatest, a, b\n");
    expect(service.requests[1]?.body).toEqual({ labels: ["a"], override_label: true });
  });

  test("ends with 6 if another version has the label, and says how to move it", async () => {
    service.answer({ status: 409, body: { detail: "held by version 3" } });
    const { code, stderr } = await prompts("label", "4", "a");
    expect(code).toBe(6);
    expect(stderr).toContain("error: held by version 3");
    expect(stderr).toContain("hint: use --override to move the label to this version");
  });

  test.each([
    [["production", "a"], '<version> must be an integer, not "production"'],
    [["4"], "missing required argument 'label'"],
    [["4", "5"], "must not be a number"],
  ])("refuses %j and sends nothing", async (args, message) => {
    const { code, stderr } = await prompts("label", ...args);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });
});

describe("parley prompts unlabel", () => {
  test("sends the named labels in the body of DELETE; with --all an empty list", async () => {
    service.answer({ body: { labels: ["b"] } });
    expect((await prompts("unlabel", "4", "a", "--json")).json).toEqual({ labels: ["b"] });
    await prompts("unlabel", "4", "--all");
    expect(paths()).toEqual([`DELETE ${VERSIONS}/4/labels`, `DELETE ${VERSIONS}/4/labels`]);
    expect(service.requests.map(({ body }) => body)).toEqual([{ labels: ["a"] }, { labels: [] }]);
  });
});

describe("parley prompts delete", () => {
  test("needs --yes if it cannot ask; with it, sends DELETE", async () => {
    service.answer({ body: { deleted: true, version: 3 } });
    expect(await prompts("delete", first.id)).toMatchObject({ code: 2 });
    expect(service.requests).toEqual([]);
    const { code, json } = await prompts("delete", first.id, "--yes", "--json");
    expect({ code, json }).toEqual({ code: 0, json: { deleted: true, version: 3 } });
    expect(paths()).toEqual([`DELETE /v1/agents/101/prompts/${first.id}`]);
  });

  test("keeps an id from reaching another path", async () => {
    service.answer({ body: {} });
    await prompts("delete", "../labels/x?y", "--yes");
    expect(paths()).toEqual(["DELETE /v1/agents/101/prompts/..%2Flabels%2Fx%3Fy"]);
  });

  test("accepts an answer without a body", async () => {
    service.answer({ status: 200, body: "" });
    expect(await prompts("delete", first.id, "--yes", "--json")).toMatchObject({ code: 0, stdout: "null\n" });
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const { code, stdout } = await prompts("delete", first.id, "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain(`DELETE ${service.url()}/v1/agents/101/prompts/${first.id}`);
    expect(service.requests).toEqual([]);
  });
});

describe("against the service", () => {
  const real = useService();

  test.each(["prompts", "kb"])("a second release takes the label from the first: %s", async (noun) => {
    const { agent_id } = await makeAgent(real.acme);
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_AGENT: String(agent_id) };
    const push = (stdin: string, ...args: string[]) =>
      parley([noun, "push", "-", "--label", "candidate", ...args, "--json"], { env, stdin });
    const holder = async () =>
      (await parley([noun, "show", "candidate", "--json", "--query", "version"], { env })).json;
    expect((await push("one", "--override")).json).toMatchObject({ version: 1 });
    expect(await push("two")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("use --override to move the label to this version"),
    });
    expect(await holder()).toBe(1);
    expect((await push("two", "--override", "-m", "second")).json).toMatchObject({
      version: 2,
      labels: ["latest", "candidate"],
      commit_message: "second",
    });
    expect(await holder()).toBe(2);
  });

  test("a text that is there already gets a label that another version has", async () => {
    const { agent_id } = await makeAgent(real.acme);
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_AGENT: String(agent_id) };
    const push = (stdin: string, ...args: string[]) =>
      parley(["prompts", "push", "-", ...args], { env, stdin });
    await push("one", "--label", "candidate");
    await push("two");
    const pushed = await push("two", "--label", "candidate", "--override");
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining("2\tlatest, candidate") });
    expect(pushed.stderr).not.toContain("warning");
    expect(pushed.stderr).toContain("version 2 already has this text; only candidate moved to it");
  });

  test("versions are pushed, listed, shown, compared, labelled and deleted", async () => {
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_AGENT: "101" };
    const run = (args: string[], stdin = "") => parley(["prompts", ...args], { env, stdin });
    expect((await run(["push", "-", "-m", "kind", "--json"], KIND)).json).toMatchObject({ version: 1 });
    expect((await run(["push", "-", "--json"], KIND)).json).toMatchObject({ version: 1 });
    const pushed = await run(["push", "-", "--json", "--label", "next", "--metadata", "ticket=7"], BRIEF);
    expect(pushed.json).toMatchObject({ version: 2, labels: ["latest", "next"], metadata: { ticket: "7" } });
    expect((await run(["list", "--json", "--query", "[].version"])).json).toEqual([2, 1]);
    expect((await run(["show", "1"])).stdout).toBe(KIND);
    expect((await run(["show", "latest"])).stdout).toBe(BRIEF);
    expect((await run(["diff", "1", "next", "--json", "--query", "changed"])).json).toBe(true);
    const refused = await run(["push", "-", "--label", "next"], "Be kind and brief.");
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("hint: use --override to move"),
    });
    expect((await run(["list", "--json", "--query", "[].version"])).json).toEqual([2, 1]);
    expect((await run(["label", "1", "next"])).code).toBe(6);
    expect((await run(["label", "1", "next", "--override", "--json"])).json).toEqual({ labels: ["next"] });
    expect((await run(["delete", pushed.json.id, "--yes", "--json"])).json).toMatchObject({
      deleted: true,
      version: 2,
      latest_version: 1,
    });
  });
});
