/** Listing, changing, and deleting submitted calls. */
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

const call = {
  id: "8c7d",
  agent_id: "101",
  status: "COMPLETED",
  created_at: "2026-11-01T12:00:00Z",
  start_time_utc: "2026-11-01T11:00:00Z",
  prompt_version: null,
  knowledge_base_version: null,
  recording: null,
  tags: ["vip"],
  evaluation: { counts: { passed: 2, failed: 1 } },
};
const counts = { total_count: 51, page: 1, page_size: 50, items_in_page: 1, total_pages: 2 };
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));

describe("parley evaluate list", () => {
  test("sends the filters, prints rows, and says that there are more pages", async () => {
    service.answer({ body: { call_logs: [call], ...counts } });
    const { stdout, stderr } = await parley([
      ...["evaluate", "list", "--agent", "101", "--tag", "vip", "--status", "COMPLETED"],
      ...["--since", "2026-11-01", "--until", "2026-11-02T06:00:00+02:00"],
    ]);
    const url = new URL(sent()[0]?.path ?? "", "http://localhost");
    expect(url.pathname).toBe("/v1/retrieve-call-logs");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      agent_id: "101",
      tag: "vip",
      status: "COMPLETED",
      since: "2026-11-01T00:00:00.000Z",
      until: "2026-11-02T04:00:00.000Z",
    });
    expect(stdout.split("\n")).toEqual([
      "id\tagent\tstatus\tpassed\tfailed\ttags\tstarted",
      "8c7d\t101\tCOMPLETED\t2\t1\tvip\t2026-11-01T11:00:00Z",
      "",
    ]);
    expect(stderr).toContain("page 1 of 2 (51 calls)");
  });

  test("asks for the calls of one agent by their label, and of every agent too", async () => {
    service.answer({ body: { call_logs: [call], ...counts } });
    await parley(["evaluate", "list", "--agent", "101", "--label", "canary 2"]);
    await parley(["evaluate", "list", "--label", "canary 2"]);
    expect(sent().map(({ path }) => path)).toEqual([
      "/v1/retrieve-call-logs/101?last=all&page=1&label=canary+2",
      "/v1/retrieve-call-logs?label=canary+2",
    ]);
  });

  test.each([
    [["--label", ""], /--label/],
    [["--since", "yesterday"], /must be a date and time/],
    [["--since", "2026-13-01"], /must be a date and time/],
    [["--status", "LATE"], /must be one of INITIALIZING, QUEUED/],
  ])("refuses %j and sends nothing", async (words, why) => {
    const { code, stderr } = await parley(["evaluate", "list", ...words]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(why) });
    expect(sent()).toEqual([]);
  });
});

describe("parley evaluate update", () => {
  test("sends the named fields, and does nothing without any", async () => {
    service.answer({ body: { message: "the call was changed", status: "200" } });
    await parley(["evaluate", "update", "8c7d", "--set", 'metadata={"plan":"gold"}', "--reevaluate"]);
    expect((await parley(["evaluate", "update", "8c7d"])).code).toBe(2);
    expect((await parley(["evaluate", "update", "8c7d", "--strict", "--set", "plan=gold"])).code).toBe(2);
    expect(sent()).toEqual([
      {
        method: "PUT",
        path: "/v1/update-log/8c7d",
        body: { metadata: { plan: "gold" }, reevaluate: true },
      },
    ]);
  });
});

describe("parley evaluate delete", () => {
  test("asks first, and sends one request for one call or for several", async () => {
    expect((await parley(["evaluate", "delete", "8c7d"])).code).toBe(2);
    service.answer({ body: { message: "done", status: "200", deleted_count: 1 } });
    await parley(["evaluate", "delete", "8c7d", "--yes"]);
    await parley(["evaluate", "delete", "8c7d", "--recording-only", "--yes"]);
    await parley(["evaluate", "delete", "a", "b", "a", "--yes"]);
    expect((await parley(["evaluate", "delete", "a", "b", "--recording-only", "--yes"])).code).toBe(2);
    expect(sent()).toEqual([
      { method: "DELETE", path: "/v1/call-log/8c7d", body: undefined },
      { method: "DELETE", path: "/v1/call-log/8c7d?recording_only=true", body: undefined },
      { method: "DELETE", path: "/v1/call-logs", body: { call_ids: ["a", "b"] } },
    ]);
  });
});
