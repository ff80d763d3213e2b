/** Conversations and runs: adding information, evaluating again, and deleting. */
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));

test("sim update-result sends the agent side's data, and refuses unknown fields", async () => {
  service.answer({ body: { status: "success", message: "the conversation is being evaluated again" } });
  const { stdout } = await parley([
    ...["sim", "update-result", "12", "--set", 'tags=["build 4711"]'],
    ...["--set", 'tool_calls=[{"name":"book"}]'],
  ]);
  expect(stdout).toContain("is being evaluated again");
  expect((await parley(["sim", "update-result", "12"])).code).toBe(2);
  expect((await parley(["sim", "update-result", "12", "--strict", "--set", "outcome=passed"])).code).toBe(2);
  expect(sent()).toEqual([
    {
      method: "POST",
      path: "/v1/update-simulation-result",
      body: { simulation_result_id: "12", tags: ["build 4711"], tool_calls: [{ name: "book" }] },
    },
  ]);
});

test("sim reevaluate asks for another evaluation, and --dry-run does not", async () => {
  await parley(["sim", "reevaluate", "12", "--dry-run"]);
  expect(sent()).toEqual([]);
  service.answer({ body: { status: "success", simulation_result_id: 12, message: "queued" } });
  expect((await parley(["sim", "reevaluate", "12", "--json"])).json.simulation_result_id).toBe(12);
  expect(sent()).toEqual([{ method: "POST", path: "/v1/re-evaluate-simulation-result/12", body: undefined }]);
});

test.each([
  ["delete-run", "900", "/v1/simulation-run/900", { message: "gone", deleted_simulation_run_id: 900 }],
  ["delete-result", "12", "/v1/simulation-result/12", { message: "gone", deleted_simulation_result_id: 12 }],
])("sim %s asks first, then deletes", async (verb, id, path, body) => {
  expect((await parley(["sim", verb, id])).code).toBe(2);
  expect(sent()).toEqual([]);
  service.answer({ body });
  expect((await parley(["sim", verb, id, "--yes", "--json"])).json).toEqual(body);
  expect(sent()).toEqual([{ method: "DELETE", path, body: undefined }]);
});
