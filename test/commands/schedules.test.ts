import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));

describe("parley schedules", () => {
  test.each([
    [
      ["--cron", "0 6 * * 1-5", "--time-zone", "Asia/Tokyo"],
      { frequency: "cron", expression: "0 6 * * 1-5" },
      { time_zone: "Asia/Tokyo" },
    ],
    [["--every", "15m"], { frequency: "every_n_minutes", interval: 15 }, {}],
    [["--every", "6h", "--disabled"], { frequency: "every_n_hours", interval: 6 }, { enabled: false }],
    [["--daily", "07:30"], { frequency: "daily", time: "07:30" }, {}],
  ])("create %j sends the published body", async (flags, schedule, more) => {
    service.answer(() => ({ body: { id: ID, simulation_id: "7", cron_expression: "30 7 * * *" } }));
    const { code } = await parley(["schedules", "create", "--simulation", "7", ...flags]);
    expect(code).toBe(0);
    expect(sent()).toEqual([
      { method: "POST", path: "/v1/create-schedule", body: { simulation_id: "7", schedule, ...more } },
    ]);
  });

  test.each([
    [["--simulation", "7"], "a schedule needs times"],
    [["--every", "15m"], "a schedule needs a simulation"],
    [["--simulation", "7", "--every", "90m"], "must be 1m to 59m or 1h to 23h"],
    [["--simulation", "7", "--daily", "7"], "must be a time such as 07:30"],
    [["--simulation", "7", "--every", "1h", "--daily", "07:30"], "cannot be used together"],
  ])("create %j sends nothing", async (flags, why) => {
    const { code, stderr } = await parley(["schedules", "create", ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect(sent()).toEqual([]);
  });

  test("update sends the named fields, and delete asks", async () => {
    service.answer(() => ({ body: { id: ID, status: "success", message: "deleted" } }));
    expect((await parley(["schedules", "update", ID, "--disable"])).code).toBe(0);
    expect((await parley(["schedules", "update", ID])).code).toBe(2);
    expect((await parley(["schedules", "delete", ID])).code).toBe(2);
    expect((await parley(["schedules", "delete", ID, "--yes"])).code).toBe(0);
    expect(sent()).toEqual([
      { method: "PUT", path: `/v1/update-schedule/${ID}`, body: { enabled: false } },
      { method: "DELETE", path: `/v1/delete-schedule/${ID}`, body: undefined },
    ]);
  });
});
