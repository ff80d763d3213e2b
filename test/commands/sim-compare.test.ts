import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

const conversation = (digital_human_id: number, outcome: string, fields = {}) => ({
  id: `${digital_human_id}`,
  digital_human_id,
  simulation_id: 7,
  repetition: 1,
  status: outcome === "incompleted" ? "INCOMPLETED" : "COMPLETED",
  outcome,
  transcript: [],
  ...fields,
});

const runs: Record<string, object[]> = {};
beforeEach(() => {
  Object.assign(runs, {
    900: [conversation(501, "failed"), conversation(502, "passed"), conversation(503, "incompleted")],
    901: [conversation(501, "passed"), conversation(502, "failed"), conversation(503, "passed")],
    902: [conversation(501, "passed"), conversation(502, "passed"), conversation(503, "incompleted")],
  });
  service.answer(({ path }: Recorded) => {
    const id = path.split("/").at(-1) ?? "";
    if (path.startsWith("/v1/retrieve-simulation-results/") && runs[id])
      return { body: { simulation_run: { id, simulation_id: "7" }, simulation_results: runs[id] } };
    if (path === "/v1/digital-humans-by-simulation/7")
      return {
        body: { simulation_id: 7, total: 1, digital_humans: [{ id: 501, name: "Refund" }, { id: 502 }] },
      };
    return { status: 404, body: { detail: "run not found" } };
  });
});

describe("parley sim compare", () => {
  test("lists what is fixed and broken, and what cannot be compared", async () => {
    const { code, stdout, stderr } = await parley(["sim", "compare", "900", "901"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`broken:
  digital human 502
fixed:
  Refund
not compared:
  digital human 503
run 901 against run 900: 1 fixed, 1 broken, 0 still failing, 0 still passing, 1 not compared; p = 1: no difference was shown
`);
  });

  test("is a gate where it is asked to be one", async () => {
    const broken = await parley(["sim", "compare", "900", "901", "--gate", "--json"]);
    expect(broken.code).toBe(9);
    expect(broken.json).toMatchObject({
      before: 900,
      after: 901,
      p: 1,
      significant: false,
      conversations: [
        { change: "broken", digital_human_id: 502 },
        { change: "fixed", digital_human_id: 501, name: "Refund", repetition: 1 },
        { change: "not_compared", digital_human_id: 503 },
      ],
    });
    expect((await parley(["sim", "compare", "900", "902", "--gate"])).code).toBe(0);
    for (const id of ["900", "902"]) runs[id] = [conversation(501, "incompleted")];
    expect((await parley(["sim", "compare", "900", "902", "--gate"])).code).toBe(9);
  });

  test("refuses a run that is not over, and a nonexistent one", async () => {
    runs["901"] = [conversation(501, "passed", { status: "RUNNING", outcome: null })];
    const { code, stderr } = await parley(["sim", "compare", "900", "901"]);
    expect(code).toBe(6);
    expect(stderr).toContain("run 901 is not over: 1 of 1 conversations are not settled");
    expect((await parley(["sim", "compare", "900", "999"])).code).toBe(5);
  });
});
