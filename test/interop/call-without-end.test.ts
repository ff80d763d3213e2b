/** A call whose state the service never tells does not keep `parley call` for ever. */
import { expect, test } from "vitest";
import { useHosted } from "../support/hosted.ts";
import { useProgram } from "../support/in-process.ts";

const service = useHosted();
const parley = useProgram(service);

test.each([
  [null, "unknown"],
  ["IN_PROGRESS", "IN_PROGRESS"],
])("a status that stays %j: the command hangs up when the time is over", async (status, word) => {
  service.offer({
    "POST /v1/queue-simulation-run": {
      simulation_run_id: "900",
      simulation_result_ids: ["12"],
      agent_id: "101",
      status: "success",
    },
    "GET /v1/retrieve-simulation-result/12": {
      simulation_result: { id: 12, digital_human_id: 501, status },
      status: "200",
    },
    "POST /v1/end-conversations": { success: true, ended_count: 1, failed_ids: [], message: "" },
  });
  const words = ["call", "501", "--simulation", "7", "--poll", "0.1", "--max-wait", "0.3"];
  const { code, stderr } = await parley(words);
  expect([code, stderr]).toEqual([
    9,
    expect.stringContaining(`the call was not evaluated within 0.3 s; its status: ${word}`),
  ]);
  expect(stderr).toContain("`parley sim result 12`");
  expect(service.requests().at(-1)).toBe("POST /v1/end-conversations");
});
