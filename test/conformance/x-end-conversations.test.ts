import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { conversationOf, makeConversations, runOf } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const end = (test_result_ids: unknown[]) => acme("POST", "/v1/end-conversations", { test_result_ids });

describe("POST /v1/end-conversations", () => {
  test("ends what is still in progress and lists what had already ended, each once", async () => {
    const { result_ids } = await makeConversations(acme, 3);
    const [first = "", second = "", third = ""] = result_ids;
    await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id: second,
      message: "Goodbye",
      end_conversation: true,
    });
    const reply = await end([first, second, first]);
    expectAnswer("end_conversations", reply);
    expect(reply.body).toEqual({
      success: true,
      ended_count: 1,
      test_result_ids: [Number(first), Number(second)],
      failed_ids: [],
      message: "ended 1 of 2 conversations; the others were already over",
      ended: [first],
      already_ended: [second],
    });
    const ended = { ended_at: expect.any(String) };
    expect(await conversationOf(acme, first)).toMatchObject({ ...ended, end_reason: "ended_by_request" });
    expect(await conversationOf(acme, second)).toMatchObject({ ...ended, end_reason: "agent_ended" });
    expect(await conversationOf(acme, third)).toMatchObject({ status: "RUNNING", ended_at: null });
  });

  test("counts in every run that it ends conversations of", async () => {
    const one = await makeConversations(acme, 2);
    const other = await makeConversations(acme, 2);
    await end([...one.result_ids, other.result_ids[0]]);
    const run = ({ simulation_id }: typeof one) => runOf(acme, simulation_id);
    await expect.poll(() => run(one)).toMatchObject({ status: "INCOMPLETED", tests_incompleted: 2 });
    await expect.poll(() => run(other)).toMatchObject({ status: "RUNNING", tests_incompleted: 1 });
    await end(one.result_ids);
    expect(await run(one)).toMatchObject({ tests_incompleted: 2, tests_passed: 0 });
  });

  test("answers 404 and ends nothing when one is unknown or another organization's", async () => {
    const own = await makeConversations(acme);
    const foreign = await makeConversations(rival);
    const named = [...own.result_ids, ...foreign.result_ids, "first"];
    expectRefusal(await end(named), 404, new RegExp(`result ${foreign.result_ids[0]}, first not found`));
    expect((await conversationOf(acme, own.result_ids[0] ?? "")).status).toBe("RUNNING");
  });

  test.each([
    [[], ["body", "test_result_ids"], "list_too_short"],
    [[true], ["body", "test_result_ids", "0"], "number_type"],
  ])("refuses %j with the place of the fault", async (ids, loc, type) => {
    expectFault(await end(ids), loc, type);
  });
});
