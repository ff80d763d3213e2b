import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const submissions = submissionsTo(recorder);

const JOURNALS = join(parley.home, ".parley", "journal");
const journals = () => readdirSync(JOURNALS);

/** Three calls: one is done, one is refused, and one may have arrived. */
async function evaluateThree(): Promise<void> {
  submissions.answer(({ body }) => {
    if (body.trace_id === "refused") return { status: 422, body: { detail: "no such label" } };
    if (body.trace_id === "lost") return { reset: true };
    return { body: { status: "success", call_id: "c-1", message: "queued" } };
  });
  await parley(["evaluate", "calls.jsonl"]);
}

beforeAll(async () => {
  const row = (trace_id: string) =>
    JSON.stringify({
      agent_id: "101",
      trace_id,
      start_time_utc: "2026-11-01T12:00:00Z",
      transcript_url: `https://a.example/${trace_id}.json`,
    });
  writeFileSync(join(parley.home, "calls.jsonl"), ["good", "refused", "lost"].map(row).join("\n"));
  await evaluateThree();
});

describe("parley journal list", () => {
  test("counts the items of the folder's journals", async () => {
    const { code, json } = await parley(["journal", "list", "--json"]);
    expect(json).toEqual([
      {
        journal: join(".parley", "journal", journals()[0] ?? ""),
        done: 1,
        failed: 1,
        unknown: 1,
        last_at: expect.stringMatching(/^2\d{3}-/),
        running: false,
      },
    ]);
    expect(code).toBe(0);
  });

  test("of a manifest shows its own, of another folder none", async () => {
    const own = await parley(["journal", "list", "calls.jsonl", "--json"]);
    expect(own.json).toHaveLength(1);
    mkdirSync(join(parley.home, "empty"), { recursive: true });
    const none = await parley(["journal", "list", "empty", "--json"]);
    expect(none.json).toEqual([]);
  });

  test("refuses a nonexistent path", async () => {
    const { code, stderr } = await parley(["journal", "list", "nowhere"]);
    expect(stderr).toContain("file or folder not found\n  nowhere");
    expect(code).toBe(2);
  });
});

describe("parley journal show", () => {
  test("shows the status of each item, for a manifest or a journal file", async () => {
    const { stdout } = await parley(["journal", "show", "calls.jsonl", "--fields", "outcome,key,id,message"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.slice(1).sort()).toEqual([
      "done\thttps://a.example/good.json\tc-1\t",
      "failed\thttps://a.example/refused.json\t\tno such label",
      expect.stringMatching(/^unknown\thttps:\/\/a\.example\/lost\.json\t\tthe connection to .* was lost/),
    ]);
    const same = await parley(["journal", "show", join(JOURNALS, journals()[0] ?? ""), "--json"]);
    expect(same.json).toHaveLength(3);
  });

  test("--outcome picks", async () => {
    const { json } = await parley(["journal", "show", "calls.jsonl", "--outcome", "unknown", "--json"]);
    expect(json).toMatchObject([{ key: "https://a.example/lost.json", outcome: "unknown", id: null }]);
  });

  test("refuses a manifest from which nothing was sent", async () => {
    writeFileSync(join(parley.home, "other.yaml"), "");
    const { code, stderr } = await parley(["journal", "show", "other.yaml"]);
    expect(stderr).toContain("no journal found: nothing was sent from here\n  other.yaml");
    expect(code).toBe(2);
  });

  test("names the damaged line of a journal", async () => {
    mkdirSync(join(parley.home, "journal"), { recursive: true });
    writeFileSync(join(parley.home, "journal", "broken.jsonl"), "no entry\n");
    const { code, stderr } = await parley(["journal", "show", "journal/broken.jsonl"]);
    expect(stderr).toContain("the journal is damaged: this line is not a valid entry");
    expect(stderr).toContain("broken.jsonl:1");
    expect(code).toBe(1);
  });
});

describe("parley journal clear", () => {
  test("needs --yes without a terminal, and --dry-run deletes nothing", async () => {
    const unanswered = await parley(["journal", "clear", "calls.jsonl"]);
    expect(unanswered.code).toBe(2);
    expect(unanswered.stderr).toContain("--yes");
    const dry = await parley(["journal", "clear", "calls.jsonl", "--dry-run", "--json"]);
    expect(dry.json).toMatchObject([{ cleared: false }]);
    expect(journals()).toHaveLength(1);
  });

  test("refuses a journal that a run is using", async () => {
    const lock = join(JOURNALS, `${journals()[0]}.lock`);
    writeFileSync(lock, JSON.stringify({ pid: 1, host: "another machine" }));
    const { code, stderr } = await parley(["journal", "clear", "calls.jsonl", "--yes"]);
    expect(stderr).toContain("another parley process is using this journal");
    expect(code).toBe(1);
    const { json } = await parley(["journal", "list", "--json"]);
    expect(json[0].running).toBe(true);
    unlinkSync(lock);
  });

  test("deletes it, and the next run sends everything again", async () => {
    const { code, json } = await parley(["journal", "clear", "calls.jsonl", "--yes", "--json"]);
    expect({ code, json }).toMatchObject({ code: 0, json: [{ cleared: true }] });
    expect(journals()).toEqual([]);
    recorder.requests.length = 0;
    await evaluateThree();
    expect(submissions.sent()).toHaveLength(3);
  });
});

test("parley init keeps journals out of git", async () => {
  const cwd = join(parley.home, "project");
  mkdirSync(cwd);
  await parley(["init"], { cwd });
  expect(readFileSync(join(cwd, ".parley", ".gitignore"), "utf8")).toBe("journal/\n");
  expect(existsSync(join(cwd, "parley.yaml"))).toBe(true);
});
