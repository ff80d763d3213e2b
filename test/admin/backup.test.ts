/** A store written to a file and read back, into the same kind of store and into the other kind. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { useCli } from "../support/cli.ts";
import { dataUrl, fixture } from "../support/evaluations.ts";
import { useProgram } from "../support/in-process.ts";
import { makeCall, makeConversations, makeMetric, makePrompts, runOf } from "../support/make.ts";
import { usePlace } from "../support/place.ts";
import { DESK_SEED } from "../support/seeds.ts";
import { type Calls, callsWith } from "../support/service.ts";

const parley = useProgram();
/** As a process of its own. */
const binary = useCli();
const source = usePlace(parley);
/** Always embedded, even if `source` is a database. */
const embedded = (name: string) => ["--data", join(parley.home, name)];
const file = (name: string) => join(parley.home, name);
const RECORDINGS = ["booking", "interrupted", "slow"];

/** What a service answers about everything that the test has created. */
async function answersOf(url: string, { run_id, simulation_id, result_id }: Made) {
  const acme = callsWith(url, "pk_test_acme");
  const paths = [
    "/v1/all-agents",
    "/v1/retrieve-call-logs/101?page_size=100",
    "/v1/retrieve-call-logs/101?label=production",
    `/v1/get-simulation-runs/${simulation_id}`,
    `/v1/retrieve-simulation-results/${run_id}`,
    `/v1/retrieve-simulation-result/${result_id}`,
    "/v1/agents/101/prompts/versions",
    "/v1/agents/101/labels",
  ];
  const answers = [];
  for (const path of paths) {
    const { status, body } = await acme("GET", path);
    answers.push({ path, status, body });
  }
  return answers;
}

interface Made {
  readonly run_id: number;
  readonly simulation_id: number;
  readonly result_id: string | undefined;
}
let made: Made;
let before: Awaited<ReturnType<typeof answersOf>>;

async function submitRecordings(acme: Calls) {
  for (const name of RECORDINGS) {
    const { transcript } = JSON.parse(fixture(`recordings/${name}.json`).toString());
    const reply = await acme("POST", "/v1/evaluate", {
      agent_id: "101",
      start_time_utc: "2026-11-01T12:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript,
      recording_base64: dataUrl(fixture(`recordings/${name}.wav`)),
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
}

beforeAll(async () => {
  const service = await source.serve(DESK_SEED);
  const acme = callsWith(service.url, "pk_test_acme");
  await submitRecordings(acme);
  // Unicode line ends, which some line readers treat as ends of lines.
  await makeCall(acme, "101", "t-\u2028\u2029\u0085-ü-😀");
  await makePrompts(acme, "/v1/agents/101", ["production"], []);
  await makeMetric(acme);
  const run = await makeConversations(acme, 3);
  await acme("POST", "/v1/end-conversations", { test_result_ids: run.result_ids });
  made = { ...run, result_id: run.result_ids[0] };
  await vi.waitFor(async () => {
    const { call_logs } = (await acme("GET", "/v1/retrieve-call-logs/101?page_size=100")).body;
    const statuses = call_logs.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED"]);
    expect((await runOf(acme, run.simulation_id))?.status).not.toBe("RUNNING");
  }, 30_000);
  before = await answersOf(service.url, made);
  await service.stop("SIGTERM");
}, 60_000);

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("parley admin export and import", () => {
  const other = usePlace(parley);

  test("bring a store into another and back: the same bytes, recordings too", async () => {
    const first = await source.admin("export", file("first.jsonl"), "--json");
    expect(first).toMatchObject({ code: 0, stderr: `store: ${source.named()}\n` });
    expect(first.json).toMatchObject({ recordings: RECORDINGS.length, recordings_missing: 0 });
    const into = await parley(["admin", "import", file("first.jsonl"), ...embedded("copy"), "--json"]);
    expect(into.json).toEqual({ rows: first.json.rows, recordings: RECORDINGS.length });
    expect((await parley(["admin", "export", file("second.jsonl.gz"), ...embedded("copy")])).code).toBe(0);
    expect(gunzipSync(readFileSync(file("second.jsonl.gz"))).equals(readFileSync(file("first.jsonl")))).toBe(
      true,
    );
    expect((await other.admin("import", file("second.jsonl.gz"))).code).toBe(0);
    expect((await other.admin("export", file("third.jsonl"))).code).toBe(0);
    expect(sha256(file("third.jsonl"))).toBe(sha256(file("first.jsonl")));
  });

  test("the service over the copy answers like the first, with the same keys", async () => {
    const service = await other.serve();
    expect(await answersOf(service.url, made)).toEqual(before);
    await service.stop("SIGTERM");
  });

  test("the copy gives no number again that the first has given", async () => {
    const service = await other.serve();
    const acme = callsWith(service.url, "pk_test_acme");
    const { run_id } = await makeConversations(acme);
    expect(run_id).toBeGreaterThan(made.run_id);
    await service.stop("SIGTERM");
  });

  test("pass through a pipe", async () => {
    const exported = await source.admin("export", "-");
    expect(exported.stderr).toMatch(/^store: .+\nrows: \d+, recordings: 3\n$/);
    expect(exported.stdout).toBe(readFileSync(file("first.jsonl"), "utf8"));
    const imported = await binary(["admin", "import", "-", ...embedded("piped"), "--json"], {
      stdin: exported.stdout,
    });
    expect(imported.json).toMatchObject({ recordings: 3 });
  });

  test("an export is the store at one moment, even if calls arrive in the meantime", async () => {
    const service = await source.serve();
    const acme = callsWith(service.url, "pk_test_acme");
    let isOver = false;
    let sent = 0;
    const sending = (async () => {
      for (; !isOver; sent++) await makeCall(acme, "101", `meanwhile-${sent}`);
    })();
    const { code } = await source.admin("export", file("meanwhile.jsonl"));
    isOver = true;
    await sending;
    await service.stop("SIGTERM");
    expect(code).toBe(0);
    expect(sent).toBeGreaterThan(0);
    const { code: imported } = await parley(["admin", "import", file("meanwhile.jsonl"), ...embedded("m")]);
    expect(imported).toBe(0);
  });

  test("the file is readable only by its owner, and another file is not replaced", async () => {
    expect(statSync(file("first.jsonl")).mode & 0o777).toBe(0o600);
    const hash = sha256(file("first.jsonl"));
    const again = await source.admin("export", file("first.jsonl"));
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("already exists") });
    expect(sha256(file("first.jsonl"))).toBe(hash);
    expect(readdirSync(parley.home).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("an import is refused with nothing imported", () => {
  const whole = () => readFileSync(file("first.jsonl"));
  const lines = () => whole().toString().split("\n").slice(0, -1);
  const written = (...kept: string[]) => `${kept.join("\n")}\n`;

  /** Imports a text into an empty place of its own, where nothing may remain of it. */
  async function refused(text: string | Buffer, name: string) {
    writeFileSync(file(name), text);
    const ran = await parley(["admin", "import", file(name), ...embedded(`into-${name}`)]);
    const recordings = join(parley.home, `into-${name}`, "recordings");
    expect(existsSync(recordings) ? readdirSync(recordings) : []).toEqual([]);
    const retried = await parley(["admin", "import", file("first.jsonl"), ...embedded(`into-${name}`)]);
    expect(retried.code, retried.stderr).toBe(0);
    expect(ran.stderr).toContain("nothing was imported");
    return { code: ran.code, stderr: ran.stderr };
  }

  test("when the file was cut off at the end of a line", async () => {
    const { code, stderr } = await refused(written(...lines().slice(0, -1)), "cut-end");
    expect(stderr).toContain("cut off");
    expect(code).toBe(2);
  });

  test("when it was cut off within a recording", async () => {
    const { stderr } = await refused(whole().subarray(0, whole().length - 60_000), "cut-recording");
    expect(stderr).toContain("cut off");
  });

  test("when a compressed file was cut off", async () => {
    const packed = readFileSync(file("second.jsonl.gz"));
    const { code, stderr } = await refused(packed.subarray(0, packed.length - 20_000), "cut.gz");
    expect(stderr).toContain("unexpected end of file");
    expect(code).toBe(2);
  });

  test("when a row has been changed, or is missing", async () => {
    const changed = lines().map((line) =>
      line.replace('"Front desk"', '"Front door"').replace("Front desk", "Front door"),
    );
    expect((await refused(written(...changed), "changed")).stderr).toContain("damaged");
    const missing = lines().filter((line) => !line.includes('"table":"label"'));
    expect((await refused(written(...missing), "missing")).stderr).toContain("damaged");
  });

  test("when a recording has been changed", async () => {
    let isFirst = true;
    const changed = lines().map((line) => {
      if (!line.startsWith('{"bytes"') || !isFirst) return line;
      isFirst = false;
      return line.replace(/AAAA/, "AAAB");
    });
    expect((await refused(written(...changed), "changed-recording")).stderr).toContain("is damaged");
  });

  test("when it is something else", async () => {
    expect((await refused("", "nothing")).stderr).toContain("the file is empty");
    expect((await refused('{"hello":1}\n', "hello")).stderr).toContain("not an export of a store");
    const newer = lines()[0]?.replace(/"migration":"[^"]*"/, '"migration":"9999-later"') ?? "";
    writeFileSync(file("newer"), written(newer, ...lines().slice(1)));
    const { code, stderr } = await parley(["admin", "import", file("newer"), ...embedded("into-newer")]);
    expect(stderr).toContain("the file is from another version of parley: its tables are 9999-later");
    expect(code).toBe(2);
  });

  test("when the store is not empty", async () => {
    const hash = (await source.admin("export", "-")).stdout;
    const { code, stderr } = await source.admin("import", file("first.jsonl"));
    expect(stderr).toContain("the store is not empty");
    expect(code).toBe(2);
    expect((await source.admin("export", "-")).stdout).toBe(hash);
  });

  test("when it is killed half way", async () => {
    const child = parley.start(["admin", "import", "-", ...embedded("killed")]);
    const text = whole();
    child.stdin?.on("error", () => undefined);
    const closed = new Promise((done) => child.on("close", done));
    child.stdin?.write(text.subarray(0, text.length - 60_000));
    const recordings = join(parley.home, "killed", "recordings");
    await expect.poll(() => existsSync(recordings) && readdirSync(recordings).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await closed;
    expect((await parley(["admin", "org", "list", "--json", ...embedded("killed")])).json).toEqual([]);
    const again = await parley(["admin", "import", file("first.jsonl"), ...embedded("killed")]);
    expect(again.code, again.stderr).toBe(0);
  });
});

describe("a service that runs over the folder", () => {
  const place = usePlace(parley);

  test.skipIf(process.env["PARLEY_TEST_DATABASE_URL"])("keeps an import out", async () => {
    const service = await place.serve();
    const { code, stderr } = await place.admin("import", file("first.jsonl"));
    expect(stderr).toContain("a running service is using this folder");
    expect(code).toBe(1);
    await service.stop("SIGTERM");
  });
});
