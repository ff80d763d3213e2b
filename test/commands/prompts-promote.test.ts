import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Recorded, type Reply, useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);

const VERSIONS = "/v1/agents/101/prompts/versions";
const texts: Readonly<Record<number, string>> = { 3: "Be kind.\n", 4: "Be brief.\n", 5: "Be brief.\n" };

/** Which version has each label. The recorder's answers read it, and E15 changes it. */
let holders: Map<string, number>;
beforeEach(() => {
  holders = new Map([
    ["production", 3],
    ["candidate", 4],
  ]);
  service.answer(behave);
});

function behave({ method, path, body }: Recorded): Reply {
  const { pathname, searchParams } = new URL(path, "http://service");
  if (method === "POST") {
    const version = Number(/versions\/(\d+)\/labels$/.exec(pathname)?.[1]);
    for (const label of body.labels) holders.set(label, version);
    return { body: { labels: body.labels } };
  }
  if (!searchParams.has("version") && !searchParams.has("label"))
    return {
      body: Object.keys(texts).map((version) => ({
        version: Number(version),
        agent_id: 101,
        labels: [...holders].flatMap(([label, holder]) => (holder === Number(version) ? [label] : [])),
      })),
    };
  const asked = searchParams.get("version") ?? holders.get(searchParams.get("label") ?? "");
  const version = Number(asked);
  return { body: version in texts ? [{ prompt_text: texts[version], version, agent_id: 101 }] : [] };
}

const prompts = (...args: string[]) => parley(["prompts", ...args, "--agent", "101"]);
const posts = () => service.requests.filter(({ method }) => method === "POST");

describe("parley prompts promote", () => {
  test("reads the holder and the version, moves the label with override, and reads it back", async () => {
    const { code, json } = await prompts("promote", "4", "production", "--yes", "--json");
    expect(code).toBe(0);
    expect(json).toEqual({
      label: "production",
      previous_version: 3,
      version: 4,
      moved: true,
      evidence: null,
      rollback: "parley prompts rollback production --to 3 --agent 101",
    });
    const sent = service.requests.map(({ method, path }) => `${method} ${path}`);
    expect(sent.slice(0, 2).sort()).toEqual([
      `GET ${VERSIONS}?label=production`,
      `GET ${VERSIONS}?version=4`,
    ]);
    expect(sent.slice(2)).toEqual([
      `GET ${VERSIONS}?label=production`,
      `POST ${VERSIONS}/4/labels`,
      `GET ${VERSIONS}?label=production`,
      "GET /v1/agents/101/label-moves?kind=prompt&label=production&page_size=200",
    ]);
    expect(posts()[0]?.body).toEqual({ labels: ["production"], override_label: true });
  });

  test("shows on stderr what changes; with --quiet, and for a program, it does not", async () => {
    const { stdout, stderr } = await prompts("promote", "candidate", "production", "--yes");
    expect(stderr.split("\n")).toEqual([
      "production: version 3 → version 4",
      "--- prompt version 3",
      "+++ prompt version 4",
      "@@ -1,1 +1,1 @@",
      "-Be kind.",
      "+Be brief.",
      "",
    ]);
    expect(stdout).toContain("rollback\tparley prompts rollback production --to 3 --agent 101\n");
    expect((await prompts("promote", "3", "production", "--yes", "--quiet")).stderr).toBe("");
    expect((await prompts("promote", "4", "production", "--yes", "--json")).stderr).toBe("");
  });

  test("says where the texts are the same, and moves the label all the same", async () => {
    const { json } = await prompts("promote", "5", "candidate", "--yes", "--json");
    expect(json).toMatchObject({ previous_version: 4, version: 5, moved: true });
    const { stderr } = await prompts("promote", "4", "candidate", "--yes");
    expect(stderr).toContain("the texts are the same");
  });

  test("sends nothing if the label is already there", async () => {
    const { code, json } = await prompts("promote", "3", "production", "--yes", "--json");
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        label: "production",
        previous_version: 3,
        version: 3,
        moved: false,
        evidence: null,
        rollback: null,
      },
    });
    expect(posts()).toEqual([]);
  });

  test("sets a label that no version has; then there is nothing to roll back to", async () => {
    const { json } = await prompts("promote", "4", "canary", "--yes", "--json");
    expect(json).toEqual({
      label: "canary",
      previous_version: null,
      version: 4,
      moved: true,
      evidence: null,
      rollback: null,
    });
  });

  test("asks whether a new label that is almost an old one was meant, and moves it all the same", async () => {
    const { code, stderr } = await prompts("promote", "4", "prodution", "--yes");
    expect(stderr).toContain("warning: no version has the label prodution; did you mean production?");
    expect(code).toBe(0);
    expect((await prompts("promote", "4", "canary", "--yes")).stderr).not.toContain("did you mean");
    expect((await prompts("promote", "4", "producton", "--yes", "--json")).stderr).toBe("");
  });

  test("prints a rollback command that a shell reads correctly, for any label", async () => {
    holders.set("it's on", 3);
    const { json } = await prompts("promote", "4", "it's on", "--yes", "--json");
    expect(json.rollback).toBe("parley prompts rollback 'it'\\''s on' --to 3 --agent 101");
  });

  test("an unmet --expect ends with 6 and sends nothing", async () => {
    const { code, stderr } = await prompts("promote", "4", "production", "--expect", "2", "--yes", "--json");
    expect(code).toBe(6);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "expectation",
      message: "production is on version 3, not on version 2",
    });
    expect(await prompts("promote", "4", "canary", "--expect", "2", "--yes")).toMatchObject({ code: 6 });
    expect(posts()).toEqual([]);
  });

  test("a met --expect allows the move", async () => {
    const { code } = await prompts("promote", "4", "production", "--expect", "3", "--yes");
    expect({ code, posts: posts().length }).toEqual({ code: 0, posts: 1 });
  });

  test("ends with 6 where the label is not on the version afterwards", async () => {
    service.answer((request) => (request.method === "POST" ? { body: { labels: [] } } : behave(request)));
    const { code, stdout, stderr } = await prompts("promote", "4", "production", "--yes", "--json");
    expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "not_moved",
      message: "the service accepted the move, but production is on version 3",
    });
  });

  test("ends with 5 if the version does not exist", async () => {
    const { code, stderr } = await prompts("promote", "9", "production", "--yes");
    expect({ code, posts: posts() }).toEqual({ code: 5, posts: [] });
    expect(stderr).toContain("agent 101 has no prompt version 9");
  });

  test("changes nothing if it cannot ask", async () => {
    const { code, stderr } = await prompts("promote", "4", "production");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
    expect(posts()).toEqual([]);
  });

  test.each([
    ["a version that does not exist", ["9", "production"], 5, "agent 101 has no prompt version 9"],
    ["another holder than expected", ["4", "production", "--expect", "2"], 6, "production is on version 3"],
    [
      "an expected holder that is not a number",
      ["4", "production", "--expect", "v3"],
      2,
      '--expect must be the number of a version, or none, not "v3"',
    ],
    ["a report that does not exist", ["4", "production", "--require-eval", "no.json"], 2, "no.json"],
  ])("refuses %s before it asks", async (_, args, code, words) => {
    const refused = await prompts("promote", ...args);
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(words) });
    expect(refused.stderr).not.toContain("--yes");
    expect(posts()).toEqual([]);
  });

  test("--dry-run shows the diff and the request, and only reads", async () => {
    const { code, stdout, stderr } = await prompts("promote", "4", "production", "--dry-run");
    expect(code).toBe(0);
    expect(stderr).toContain("-Be kind.\n+Be brief.");
    expect(stdout).toContain(`POST ${service.url()}${VERSIONS}/4/labels`);
    expect(stdout).toContain('"override_label": true');
    expect(posts()).toEqual([]);
  });

  test("refuses swapped arguments", async () => {
    const { code, stderr } = await prompts("promote", "production", "4", "--yes");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("4 would be a version, not a label"),
    });
    expect(service.requests).toEqual([]);
  });

  describe("at a terminal", () => {
    const args = ["prompts", "promote", "4", "production", "--agent", "101"];
    const question = "Move production of agent 101 from version 3 to version 4?";

    test("shows the changed words in colour, asks, and moves at yes", async () => {
      const { code, output } = await runInTerminal(parley, args, {
        type: [{ after: "(y/N)", keys: "y\r" }],
      });
      expect(code).toBe(0);
      expect(output.indexOf("Be \x1b[31m[-kind-]\x1b[39m\x1b[32m{+brief+}\x1b[39m.")).toBeLessThan(
        output.indexOf(question),
      );
      expect(output).toContain("{+brief+}");
      expect(posts()).toHaveLength(1);
    });

    test("changes nothing at no", async () => {
      const { code } = await runInTerminal(parley, args, { type: [{ after: "(y/N)", keys: "n\r" }] });
      expect({ code, posts: posts() }).toEqual({ code: 130, posts: [] });
    });

    test("refuses if the label was moved while the user was reading", async () => {
      let reads = 0;
      service.answer((request) => {
        if (request.path.endsWith("label=production") && ++reads === 2) holders.set("production", 5);
        return behave(request);
      });
      const { code, output } = await runInTerminal(parley, args, {
        type: [{ after: "(y/N)", keys: "y\r" }],
      });
      expect(code).toBe(6);
      expect(output).toContain("production is on version 5, not on version 3");
      expect(posts()).toEqual([]);
    });
  });
});

describe("parley prompts rollback", () => {
  test("is the same move to the version of --to, with the same checks", async () => {
    holders.set("production", 4);
    const { code, json } = await prompts("rollback", "production", "--to", "3", "--yes", "--json");
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        label: "production",
        previous_version: 4,
        version: 3,
        moved: true,
        evidence: null,
        rollback: "parley prompts rollback production --to 4 --agent 101",
      },
    });
    expect(posts()).toMatchObject([
      { path: `${VERSIONS}/3/labels`, body: { labels: ["production"], override_label: true } },
    ]);
    expect(await prompts("rollback", "production", "--to", "4", "--expect", "4", "--yes")).toMatchObject({
      code: 6,
    });
  });

  test("refuses a label that no version has, and sends nothing", async () => {
    const { code, stderr } = await prompts("rollback", "prodution", "--to", "3", "--yes");
    expect(stderr).toBe(
      "error: no version of the prompt has the label prodution\n  agent 101\nhint: nothing was sent; did you mean production?\n",
    );
    expect(code).toBe(5);
    const other = await prompts("rollback", "green", "--to", "3", "--yes");
    expect(other.stderr).toContain("`parley prompts promote 3 green --agent 101` sets it");
    expect(posts()).toEqual([]);
  });

  test("refuses a version that is not a number, and sends nothing", async () => {
    const { code, stderr } = await prompts("rollback", "production", "--to", "candidate", "--yes");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--to must be an integer"),
    });
    expect(service.requests).toEqual([]);
  });

  test("changes nothing if it cannot ask", async () => {
    const { code, stderr } = await prompts("rollback", "production", "--to", "4");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
    expect(posts()).toEqual([]);
  });
});

describe("against the service", () => {
  const real = useService();

  test("a label is promoted and rolled back by the command that promote printed", async () => {
    const env = { PARLEY_BASE_URL: real.url() };
    const run = async (line: string, stdin = "") =>
      (await parley([...line.split(" "), "--yes", "--json"], { env, stdin })).json;
    await run("prompts push - --label production --agent 101", "Be kind.\n");
    await run("prompts push - --agent 101", "Be brief.\n");
    const moved = await run("prompts promote latest production --expect 1 --agent 101");
    expect(moved).toMatchObject({ previous_version: 1, version: 2, moved: true });
    expect(await run(moved.rollback.replace("parley ", ""))).toMatchObject({
      previous_version: 2,
      version: 1,
    });
    expect((await run("prompts show production --agent 101")).version).toBe(1);
  });
});

describe("a stranger's repository", () => {
  test.each([
    ["history", "this is a link to a file that does not exist"],
    ["folder", "its folder is a link that points elsewhere"],
  ])("has no move kept through a link in place of its %s", async (what, message) => {
    const repository = join(parley.home, `stranger-${what}`);
    const own = join(parley.home, `own-${what}`);
    mkdirSync(repository);
    mkdirSync(own);
    if (what === "folder") symlinkSync(own, join(repository, ".parley"));
    else {
      mkdirSync(join(repository, ".parley"));
      symlinkSync(join(own, "releases.jsonl"), join(repository, ".parley/releases.jsonl"));
    }
    const { code, stderr } = await parley(
      ["prompts", "promote", "4", "production", "--agent", "101", "--yes", "--quiet"],
      { cwd: repository },
    );
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(posts()).toEqual([]);
    expect(readdirSync(own)).toEqual([]);
  });
});
