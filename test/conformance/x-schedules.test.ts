import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const daily = { frequency: "daily", time: "07:30" };
const create = (body: object, calls = acme) => calls("POST", "/v1/create-schedule", body);
const simulationOf = async (calls = acme, agent_id = 101) => (await makeSimulation(calls, { agent_id })).id;

describe("schedules", () => {
  test("are made, listed, changed and deleted", async () => {
    const simulation_id = await simulationOf();
    const made = await create({ simulation_id: String(simulation_id), schedule: daily });
    expectAnswer("create_schedule", made);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      simulation_id: String(simulation_id),
      cron_expression: "30 7 * * *",
      enabled: true,
      time_zone: "UTC",
      next_run_at: expect.stringMatching(/T07:30:00\.000Z$/),
      last_run_at: null,
      last_simulation_run_id: null,
      last_error: null,
      created_at: expect.stringMatching(/Z$/),
    });
    const { id } = made.body;
    const changed = await acme("PUT", `/v1/update-schedule/${id}`, {
      schedule: { frequency: "weekly", day_of_week: "monday", time: "09:00" },
      time_zone: "Asia/Tokyo",
    });
    expectAnswer("update_schedule", changed);
    expect(changed.body).toMatchObject({
      id,
      cron_expression: "0 9 * * MON",
      time_zone: "Asia/Tokyo",
      next_run_at: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    const off = await acme("PUT", `/v1/update-schedule/${id}`, { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, next_run_at: null, cron_expression: "0 9 * * MON" });
    const on = await acme("PUT", `/v1/update-schedule/${id}`, { enabled: true });
    expect(on.body).toEqual(changed.body);
    const listed = await acme("GET", "/v1/schedules");
    expectAnswer("list_schedules", listed);
    expect(listed.body.schedules).toEqual([changed.body]);
    expect((await rival("GET", "/v1/schedules")).body).toEqual({ schedules: [], total: 0 });
    const deleted = await acme("DELETE", `/v1/delete-schedule/${id}`);
    expectAnswer("delete_schedule", deleted);
    expect(deleted.body.status).toBe("success");
    expectRefusal(await acme("DELETE", `/v1/delete-schedule/${id}`), 404, /schedule .* not found/);
  });

  test("may be made switched off, and take numbers for ids", async () => {
    const simulation_id = await simulationOf();
    const schedule = { frequency: "every_n_minutes", interval: 15 };
    const { body } = await create({ simulation_id, schedule, enabled: false });
    expect(body).toMatchObject({ cron_expression: "*/15 * * * *", enabled: false, next_run_at: null });
  });

  test.each([
    ["61 * * * *", "UTC", /"61 \* \* \* \*" is not a cron expression of five fields/],
    ["0 0 30 2 *", "UTC", /will never be due/],
    ["0 9 * * *", "Mars/Olympus", /"Mars\/Olympus" is not a time zone/],
  ])("with %s in %s are refused", async (expression, time_zone, why) => {
    const simulation_id = await simulationOf();
    const schedule = { frequency: "cron", expression };
    expectRefusal(await create({ simulation_id, schedule, time_zone }), 400, why);
  });

  test.each([
    [{ frequency: "yearly", time: "07:00" }, "enum"],
    [{ time: "07:00" }, "missing"],
  ])("are refused with an unknown frequency: %j", async (schedule, type) => {
    const reply = await acme("POST", "/v1/create-schedule", { simulation_id: 1, schedule });
    expectFault(reply, ["body", "schedule", "frequency"], type);
  });

  test("are refused where the body does not fit", async () => {
    const simulation_id = await simulationOf();
    expectFault(await create({ schedule: daily }), ["body", "simulation_id"], "missing");
    const late = { frequency: "daily", time: "24:00" };
    expectFault(await create({ simulation_id, schedule: late }), ["body", "schedule", "time"], "time_format");
  });

  test("of others, and of simulations of others, do not exist", async () => {
    const { agent_id } = await makeAgent(rival);
    const theirs = await simulationOf(rival, agent_id);
    expectRefusal(await create({ simulation_id: theirs, schedule: daily }), 404, /simulation/);
    const { body } = await create({ simulation_id: theirs, schedule: daily }, rival);
    for (const id of [body.id, randomUUID()]) {
      expectRefusal(await acme("PUT", `/v1/update-schedule/${id}`, { enabled: false }), 404, /schedule/);
      expectRefusal(await acme("DELETE", `/v1/delete-schedule/${id}`), 404, /schedule/);
    }
  });
});
