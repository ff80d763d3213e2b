import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const service = useRecorder();
const parley = useProgram(service);

const KB = "/v1/agents/101/knowledge-bases";
const version = {
  kb_text: "Open 9 to 5\n",
  version: 2,
  agent_id: 101,
  id: "0b9e0000-0000-4000-8000-000000000002",
  commit_message: "hours",
  labels: ["production"],
};

const paths = () => service.requests.map(({ method, path }) => `${method} ${path}`);
const kb = (...args: string[]) => parley(["kb", ...args, "--agent", "101"]);

describe("parley kb list", () => {
  test("asks by the given filters and prints rows, or the service's own array", async () => {
    service.answer({ body: [version] });
    expect((await kb("list")).stdout).toBe(
      `version\tlabels\tmessage\tid\n2\tproduction\thours\t${version.id}\n`,
    );
    const flags = ["--label", "production", "--version", "2", "--limit", "9"];
    expect((await kb("list", ...flags, "--json")).json).toEqual([version]);
    expect(paths()).toEqual([`GET ${KB}/versions`, `GET ${KB}/versions?label=production&version=2&limit=9`]);
  });

  test("says so where the service has no such route", async () => {
    service.answer({ status: 404, body: "no route" });
    const { code, stderr } = await kb("list");
    expect(code).toBe(5);
    expect(stderr).toContain(
      "this service does not offer GET /v1/agents/{agent_id}/knowledge-bases/versions",
    );
  });

  test("leaves an unknown agent an unknown agent", async () => {
    service.answer({ status: 404, body: { detail: "agent 101 not found" } });
    const { code, stderr } = await kb("list");
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringMatching(/^error: agent 101/) });
  });
});

describe("parley kb show", () => {
  test("prints the text of a version or label to the letter, and the record with --json", async () => {
    service.answer({ body: [version] });
    expect((await kb("show", "2")).stdout).toBe(version.kb_text);
    expect((await kb("show", "production", "--json")).json).toEqual(version);
    expect(paths()).toEqual([`GET ${KB}/versions?version=2`, `GET ${KB}/versions?label=production`]);
  });

  test("ends with 5 where there is none", async () => {
    service.answer({ body: [] });
    const { code, stderr } = await kb("show", "7");
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("agent 101 has no knowledge base version 7"),
    });
  });
});

describe("parley kb push", () => {
  test("sends a file's text to the letter with message, labels and metadata", async () => {
    service.answer({ body: version });
    writeFileSync(join(parley.home, "kb.md"), "Öffnet 9–5\n\n");
    const { code, json } = await kb(
      ...["push", "kb.md", "-m", "hours", "--label", "a", "--label", "b"],
      ...["--metadata", "build=42", "--json"],
    );
    expect(service.requests).toMatchObject([{ method: "POST", path: `${KB}/versions` }]);
    expect(service.requests[0]?.headers["content-type"]).toBe("application/json");
    expect(service.requests[0]?.body).toEqual({
      kb_text: "Öffnet 9–5\n\n",
      commit_message: "hours",
      labels: ["a", "b"],
      metadata: { build: "42" },
    });
    expect({ code, json }).toEqual({ code: 0, json: version });
  });

  test("sends standard input, and no field that was not given", async () => {
    service.answer({ body: version });
    const { stdout } = await parley(["kb", "push", "-", "--agent", "101"], { stdin: "Open" });
    expect(service.requests[0]?.body).toEqual({ kb_text: "Open" });
    expect(stdout).toContain("2\tproduction\thours");
  });

  test("is never sent twice by itself where it may have arrived", async () => {
    service.answer({ reset: true });
    const { code, stderr } = await parley(["kb", "push", "-", "--agent", "101"], { stdin: "Open" });
    expect(code).toBe(7);
    expect(stderr).toContain("may or may not have taken effect");
    expect(service.requests).toHaveLength(1);
  });

  test("refuses a folder or nothing at all, and sends nothing", async () => {
    expect(await kb("push", ".")).toMatchObject({ code: 2, stderr: expect.stringContaining("folder") });
    expect(await kb("push", "-")).toMatchObject({ code: 2, stderr: expect.stringContaining("empty") });
    expect(service.requests).toEqual([]);
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const ran = await parley(["kb", "push", "-", "--agent", "101", "--dry-run", "--json"], { stdin: "Open" });
    expect(ran.json).toMatchObject({ url: `${service.url()}${KB}/versions`, body: { kb_text: "Open" } });
    expect(service.requests).toEqual([]);
  });
});

describe("parley kb label", () => {
  test("adds labels to a version and prints those that it has", async () => {
    service.answer({ body: { labels: ["a", "b"] } });
    expect((await kb("label", "2", "a", "--json")).json).toEqual({ labels: ["a", "b"] });
    await kb("label", "2", "a", "--override");
    expect(paths()).toEqual([`POST ${KB}/versions/2/labels`, `POST ${KB}/versions/2/labels`]);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { labels: ["a"], override_label: false },
      { labels: ["a"], override_label: true },
    ]);
  });

  test("ends with 6 if another version has the label, and says how to move it", async () => {
    service.answer({ status: 409, body: { detail: "held by version 3" } });
    const { code, stderr } = await kb("label", "2", "a");
    expect({ code, stderr }).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("--override to move"),
    });
  });
});

describe("parley kb diff", () => {
  test("prints a unified diff that names knowledge base versions", async () => {
    service.answer(({ path }) => ({
      body: [path.endsWith("production") ? version : { ...version, version: 3, kb_text: "Open 9 to 6\n" }],
    }));
    const { code, stdout } = await kb("diff", "production", "3");
    expect({ code, lines: stdout.split("\n") }).toEqual({
      code: 0,
      lines: [
        "--- knowledge base version 2",
        "+++ knowledge base version 3",
        "@@ -1,1 +1,1 @@",
        "-Open 9 to 5",
        "+Open 9 to 6",
        "",
      ],
    });
  });
});

describe("parley kb unlabel", () => {
  test("sends the named labels in the body of DELETE; with --all an empty list", async () => {
    service.answer({ body: { labels: ["b"] } });
    expect((await kb("unlabel", "2", "a", "c", "--json")).json).toEqual({ labels: ["b"] });
    await kb("unlabel", "2", "--all");
    expect(paths()).toEqual([`DELETE ${KB}/versions/2/labels`, `DELETE ${KB}/versions/2/labels`]);
    expect(service.requests.map(({ body }) => body)).toEqual([{ labels: ["a", "c"] }, { labels: [] }]);
  });

  test.each([
    [["2"], "--all"],
    [["2", "a", "--all"], "labels and --all cannot be used together"],
    [["production", "a"], "<version> must be an integer"],
  ])("refuses %j and sends nothing", async (args, message) => {
    const { code, stderr } = await kb("unlabel", ...args);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const { json } = await kb("unlabel", "2", "a", "--dry-run", "--json");
    expect(json).toMatchObject({ method: "DELETE", body: { labels: ["a"] } });
    expect(service.requests).toEqual([]);
  });
});

describe.each([
  ["delete", version.id, `${KB}/${version.id}`],
  ["delete-version", "2", `${KB}/versions/2`],
])("parley kb %s", (verb, name, path) => {
  test("needs --yes if it cannot ask, and sends nothing without it", async () => {
    const { code, stderr } = await kb(verb, name);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
    expect(service.requests).toEqual([]);
  });

  test("sends DELETE with --yes and prints the answer", async () => {
    service.answer({ body: { deleted: true, version: 2, latest_version: 1 } });
    const { json } = await kb(verb, name, "--yes", "--json");
    expect(service.requests).toMatchObject([{ method: "DELETE", path, text: "" }]);
    expect(json).toEqual({ deleted: true, version: 2, latest_version: 1 });
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const { json } = await kb(verb, name, "--dry-run", "--json");
    expect(json).toMatchObject({ method: "DELETE", url: service.url() + path });
    expect(service.requests).toEqual([]);
  });

  test("passes a refusal on", async () => {
    service.answer({ status: 400, body: { detail: "version 2 is in production" } });
    const { code, stderr } = await kb(verb, name, "--yes");
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("is in production") });
  });
});

describe("against the service", () => {
  const real = useService();

  test("versions are pushed, shown, unlabelled and deleted", async () => {
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_AGENT: "101" };
    const run = (args: string[], stdin = "") => parley(["kb", ...args], { env, stdin });
    const one = await run(
      ["push", "-", "--label", "production", "--label", "old", "--json"],
      "Open 9 to 5\n",
    );
    expect(one.json).toMatchObject({ version: 1, labels: ["production", "latest", "old"] });
    await run(["push", "-"], "Open 9 to 6\n");
    await run(["push", "-"], "Open 9 to 7\n");
    expect((await run(["show", "production"])).stdout).toBe("Open 9 to 5\n");
    expect((await run(["unlabel", "1", "old", "--json"])).json).toEqual({ labels: ["production"] });
    expect((await run(["delete-version", "1", "--yes"])).code).toBe(3);
    expect((await run(["delete-version", "3", "--yes", "--json"])).json).toMatchObject({ latest_version: 2 });
    expect((await run(["unlabel", "1", "--all", "--json"])).json).toEqual({ labels: [] });
    expect((await run(["delete", one.json.id, "--yes", "--json"])).json).toMatchObject({ version: 1 });
    expect((await run(["list", "--json", "--query", "[].version"])).json).toEqual([2]);
  });
});
