/** Digital humans and metrics: found, changed, deleted. */
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
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

test("metrics update sends what is named: of one metric everything, of several what they may share", async () => {
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
