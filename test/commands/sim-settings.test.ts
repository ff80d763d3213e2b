/** Simulations: creating with settings, changing, deleting, and adding and removing digital humans. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));

const simulation = { id: 7, name: "Nightly", agent_id: 101, settings: { max_call_duration: 300 } };

test("sim create takes settings from a file and flags, which override it", async () => {
  writeFileSync(join(parley.home, "sim.yaml"), "name: Nightly\nagent_id: 101\nmax_concurrent: 4\n");
  service.answer({ body: simulation });
  await parley(["sim", "create", "-f", "sim.yaml", "--set", "max_call_duration=5", "--max-concurrent", "2"]);
  expect(sent()).toEqual([
    {
      method: "POST",
      path: "/v1/create-simulation",
      body: { name: "Nightly", agent_id: "101", max_concurrent: 2, max_call_duration: 5 },
    },
  ]);
  service.answer({ body: simulation });
  await parley(["sim", "create", "--agent", "101"]);
  expect(sent()[1]?.body).toEqual({ agent_id: "101" });
  expect((await parley(["sim", "create", "-f", "sim.yaml", "--strict", "--set", "max_call=5"])).code).toBe(2);
  expect(sent()).toHaveLength(2);
});

test("sim update sends the named fields, null for unset ones, and does nothing without any", async () => {
  service.answer({ body: simulation });
  const words = ["--set", "custom_metrics_passing_threshold=80", "--unset", "max_call_duration"];
  expect((await parley(["sim", "update", "7", ...words, "--json"])).json).toEqual(simulation);
  expect((await parley(["sim", "update", "7"])).stderr).toContain("nothing to change");
  expect((await parley(["sim", "update", "7", "--set", "custom_metrics_passing_threshold=101"])).code).toBe(
    2,
  );
  expect(sent()).toEqual([
    {
      method: "PUT",
      path: "/v1/simulation/7",
      body: { custom_metrics_passing_threshold: 80, max_call_duration: null },
    },
  ]);
});

test("sim add and sim remove name the digital humans", async () => {
  service.answer({ body: { message: "2 digital humans were added to simulation 7" } });
  expect((await parley(["sim", "add", "7", "501", "502"])).stdout).toContain("2 digital humans were added");
  await parley(["sim", "remove", "7", "501"]);
  expect(sent()).toEqual([
    { method: "POST", path: "/v1/simulation/7/add-digital-humans", body: { digital_human_ids: [501, 502] } },
    { method: "POST", path: "/v1/simulation/7/remove-digital-humans", body: { digital_human_ids: [501] } },
  ]);
});

test("sim delete asks first; sim list and sim queue request the named records", async () => {
  expect((await parley(["sim", "delete", "7"])).code).toBe(2);
  service.answer(
    { body: { message: "simulation 7 was deleted", deleted_simulation_id: 7 } },
    { body: { simulations: [], total: 0 } },
    { body: { simulation_run_id: "900", status: "RUNNING", queued: 3, running: 1, evaluating: 0, over: 2 } },
  );
  expect((await parley(["sim", "delete", "7", "--yes"])).code).toBe(0);
  await parley(["sim", "list", "--agent", "101"]);
  expect((await parley(["sim", "queue", "900"])).stdout).toMatch(/^queued +3$|queued\t3/m);
  expect(sent()).toEqual([
    { method: "DELETE", path: "/v1/simulation/7", body: undefined },
    { method: "GET", path: "/v1/get-simulations-by-agent/101", body: undefined },
    { method: "POST", path: "/v1/check-queue-simulation-run/900", body: undefined },
  ]);
});
