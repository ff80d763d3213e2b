/** Something else than the service may answer with 200. Nothing that was sent there counts as done. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

const CALLS = `kind: Evaluations
defaults: { agent_id: "7", start_time_utc: 2026-11-01T12:00:00Z }
evaluations:
  - transcript: [{ speaker: AGENT, utterance: Hello, start_offset_ms: 0, end_offset_ms: 900 }]
  - transcript: [{ speaker: AGENT, utterance: Goodbye, start_offset_ms: 0, end_offset_ms: 900 }]
`;

test("calls that another program took are unknown, not done, and can be sent again", async () => {
  writeFileSync(join(parley.home, "calls.yaml"), CALLS);
  service.answer({ body: { hello: "world" } });
  const lost = await parley(["evaluate", "calls.yaml", "--json"]);
  expect(lost.code, lost.stderr).toBe(8);
  expect(JSON.parse(lost.stdout)).toMatchObject({
    summary: { done: 0, unknown: 2 },
    items: [{ message: "the service's answer has no status, call_id or message" }, {}],
  });
  service.answer({ body: { status: "success", call_id: "c1", message: "queued" } });
  const sent = await parley([
    "evaluate",
    "calls.yaml",
    "--resend-unknown",
    "--json",
    "--query",
    "summary.done",
  ]);
  expect(sent).toMatchObject({ code: 0, stdout: "2\n" });
});

test.each([
  ["kb push policy.md --agent 7", "kb_text"],
  ["dh create --set name=Ana --set intent=x --simulation 7", "digital_human"],
  ["metrics create --set name=x --set description=y --set response_type=pass_fail", "id"],
])("parley %s does not call it a success", async (line, field) => {
  writeFileSync(join(parley.home, "policy.md"), "text\n");
  service.answer({ body: { login: "please" } });
  const { code, stdout, stderr } = await parley(line.split(" "));
  expect(stderr).toMatch(new RegExp(`^error: the service's answer has no .*\\b${field}\\b`));
  expect(stderr).toContain("is the base URL that of the service's API?");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("what a service that failed said has its status, and what to do next", async () => {
  writeFileSync(join(parley.home, "failing.yaml"), CALLS);
  service.answer({ status: 500, body: { detail: "boom" } });
  const { code, json } = await parley(["evaluate", "failing.yaml", "--json"]);
  expect(code).toBe(8);
  expect(json.items[0].message).toBe("boom (500)");
  expect((await parley(["agents", "list"])).stderr).toBe(
    "error: boom\n  GET /v1/all-agents → 500\nhint: the service failed: try again later; its own log says why\n",
  );
  service.answer({ status: 429, headers: { "retry-after": "86400" }, body: { detail: "slow down" } });
  expect((await parley(["agents", "list"])).stderr).toContain("hint: the service asks to wait for 86400 s");
});

test("with --wait, calls that could not be sent leave the same JSON and a JUnit file that says so", async () => {
  writeFileSync(join(parley.home, "gated.yaml"), CALLS);
  // A file of an earlier run, which must not be taken for this one's.
  writeFileSync(join(parley.home, "verdicts.xml"), '<testsuites tests="1" failures="0"/>');
  service.answer({ status: 422, body: { detail: "no" } });
  const { code, json } = await parley([
    "evaluate",
    "gated.yaml",
    "--wait",
    "--json",
    "--junit",
    "verdicts.xml",
  ]);
  expect(code).toBe(8);
  expect(json).toMatchObject({ submitted: { summary: { failed: 2 } }, gate: null });
  expect(readFileSync(join(parley.home, "verdicts.xml"), "utf8")).toMatch(
    /<testsuites tests="2" failures="2"/,
  );
  expect((await parley(["evaluate", "gated.yaml", "--wait"])).stdout).toMatch(/^outcome\tkey\t/);
});

test("an id that no answer has said is never sent as a word", async () => {
  service.answer({ body: { hello: "world" } });
  for (const line of ["release check 1", "release compare 1 2 3"]) {
    const { code, stderr } = await parley(line.split(" "));
    expect(stderr).toContain("error: what the service has answered so far does not say the agent_id");
    expect(code).toBe(1);
  }
  expect(service.requests.filter(({ path }) => path.includes("undefined"))).toEqual([]);
});
