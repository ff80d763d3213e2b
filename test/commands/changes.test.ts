/** Finding, changing, and deleting digital humans and metrics. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));
const METRIC = "5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60";
const OTHER = "6f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f61";

test("dh find looks for the name of the test", async () => {
  service.answer({ body: { digital_human: { id: 501, name: "Ann", created_at: "2026-11-01T12:00:00Z" } } });
  const { json } = await parley(["dh", "find", "refund / no order", "--json"]);
  expect(json.digital_human.id).toBe(501);
  expect(sent()[0]?.path).toBe("/v1/digital-human-by-test-name/refund%20%2F%20no%20order");
});

test("dh delete asks first, and deletes each once", async () => {
  expect((await parley(["dh", "delete", "501"])).code).toBe(2);
  service.answer({ body: { id: 501, name: "Ann", created_at: "2026-11-01T12:00:00Z" } });
  expect((await parley(["dh", "delete", "501", "502", "501", "--yes"])).code).toBe(0);
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /v1/digital-human/501",
    "DELETE /v1/digital-human/502",
  ]);
});

test("metrics update sends named fields: all fields of one metric, shared fields of several", async () => {
  service.answer({ body: { id: METRIC, name: "Tone" } });
  await parley(["metrics", "update", METRIC, "--set", "name=Tone", "--unset", "category"]);
  await parley(["metrics", "update", METRIC, OTHER, "--set", 'tags=["a"]']);
  expect((await parley(["metrics", "update", METRIC])).stderr).toContain("nothing to change");
  expect((await parley(["metrics", "update", METRIC, OTHER, "--strict", "--set", "name=Tone"])).code).toBe(2);
  expect(sent()).toEqual([
    { method: "PUT", path: `/v1/update-custom-metric/${METRIC}`, body: { name: "Tone", category: null } },
    {
      method: "PUT",
      path: "/v1/update-custom-metrics",
      body: { metric_ids: [METRIC, OTHER], updates: { tags: ["a"] } },
    },
  ]);
});

const humans = (id: number) => ({ digital_human: { id, name: "Ann", created_at: "2026-11-01T12:00:00Z" } });

test("dh update changes several alike, and one that is refused does not stop the others", async () => {
  service.answer((request) => {
    const id = Number(request.path.split("/").at(-1));
    return id === 502
      ? { status: 404, body: { detail: "digital human 502 not found" } }
      : { body: humans(id) };
  });
  const patch = ["--set", "voice_speed=fast"];
  const done = await parley(["dh", "update", "501", "503", ...patch, "--json"]);
  expect(done.json.digital_humans.map(({ id }: { id: number }) => id)).toEqual([501, 503]);
  const failed = await parley(["dh", "update", "501", "502", "503", ...patch]);
  expect(failed.code).toBe(8);
  expect(failed.stderr).toMatch(
    /^error: 2 of 3 digital humans were changed\n {2}502: digital human 502 not found/,
  );
  expect(sent().map(({ path, body }) => [path, body])).toEqual(
    [501, 503, 501, 502, 503].map((id) => [`/v1/update-digital-human/${id}`, { voice_speed: "fast" }]),
  );
});

test("metrics create makes all metrics of a file in one request", async () => {
  const metrics = [
    { name: "Tone", response_type: "pass_fail" },
    { name: "Pace", response_type: "yes_no" },
  ];
  writeFileSync(join(parley.home, "metrics.json"), JSON.stringify({ metrics }));
  const none = { metrics: [], total_count: 0, page: 1, page_size: 50, items_in_page: 0, total_pages: 0 };
  service.answer(({ method }) => ({
    body: method === "GET" ? none : { metrics: metrics.map((metric) => ({ ...metric, id: METRIC })) },
  }));
  const created = await parley(["metrics", "create", "-f", "metrics.json", "--quiet"]);
  expect(created.stdout).toBe(`${METRIC}\n${METRIC}\n`);
  const beside = await parley(["metrics", "create", "-f", "metrics.json", "--name", "Tone"]);
  expect([beside.code, beside.stderr]).toEqual([
    2,
    expect.stringContaining("combined with a list of metrics"),
  ]);
  expect(sent()).toEqual([
    { method: "GET", path: "/v1/custom-metrics?page=1", body: undefined },
    { method: "POST", path: "/v1/create-custom-metrics", body: { metrics } },
  ]);
});

test.each([
  ["sim delete-run", "DELETE /v1/simulation-run/7", { deleted_simulation_run_id: 7 }],
  ["sim delete-result", "DELETE /v1/simulation-result/7", { deleted_simulation_result_id: 7 }],
  ["sim reevaluate", "POST /v1/re-evaluate-simulation-result/7", { simulation_result_id: 7 }],
  ["evaluate rerun", "POST /v1/re-evaluate/7", { call_id: "7" }],
])("%s takes several: a record of one, a row for each of many", async (command, request, answer) => {
  service.answer(({ path }) =>
    path.endsWith("/8")
      ? { status: 409, body: { detail: "in progress" } }
      : { body: { ...answer, message: "ok" } },
  );
  const run = (...ids: string[]) => parley([...command.split(" "), ...ids, "--yes", "--json"]);
  expect((await run("7")).json).toMatchObject(answer);
  expect((await run("7", "7", "9")).json).toMatchObject([answer, answer]);
  const { code, stderr } = await run("7", "8", "9");
  expect([code, stderr]).toEqual([8, expect.stringContaining('"message":"2 of 3 ')]);
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(
    [7, 7, 9, 7, 8, 9].map((id) => request.replace(/7$/, String(id))),
  );
});
