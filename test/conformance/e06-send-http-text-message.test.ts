import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { conversationOf, makeConversation, makeConversations, runOf } from "../support/make.ts";
import { type Calls, useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const send = (simulation_result_id: string, body: object, calls: Calls = acme) =>
  calls("POST", "/v1/send-http-text-message", { simulation_result_id, ...body });

/** What the agent said. */
const messagesOf = async (id: string) =>
  (await conversationOf(acme, id)).transcript
    .filter(({ role }) => role === "AGENT")
    .map(({ message }) => message);

describe("E6 POST /v1/send-http-text-message", () => {
  test("adds the agent's message to the transcript, with the time since the conversation began", async () => {
    const id = await makeConversation(acme);
    const reply = await send(id, { message: "Hello, how can I help?", message_id: "m-1" });
    expectAnswer("send_http_text_message", reply);
    expect(reply.body).toEqual({ simulation_result_id: id, status: "success", end_conversation: false });
    const { transcript, tool_calls, status, started_at } = await conversationOf(acme, id);
    expect(transcript.slice(0, 1)).toEqual([
      {
        role: "AGENT",
        message: "Hello, how can I help?",
        message_id: "m-1",
        start_offset_ms: expect.any(Number),
      },
    ]);
    expect(transcript[0]?.start_offset_ms).toBeGreaterThanOrEqual(0);
    expect(transcript[0]?.start_offset_ms).toBeLessThanOrEqual(Date.now() - Date.parse(started_at ?? ""));
    expect({ tool_calls, status }).toEqual({ tool_calls: [], status: "RUNNING" });
  });

  test("takes null for every default", async () => {
    const id = await makeConversation(acme);
    const nulls = {
      parameters: null,
      output: null,
      end_conversation: null,
      end_turn: null,
      message_id: null,
    };
    const reply = await send(id, { message: "Hello", ...nulls });
    expect(reply.body).toMatchObject({ status: "success", end_conversation: false });
    expect(await messagesOf(id)).toEqual(["Hello"]);
  });

  test("keeps messages in their order, whether they are stacked or end the turn", async () => {
    const id = await makeConversation(acme);
    await send(id, { message: "One", end_turn: false });
    await send(id, { message: "Two", end_turn: false });
    await send(id, { message: "Three", end_turn: true });
    await send(id, { message: "Four" });
    expect(await messagesOf(id)).toEqual(["One", "Two", "Three", "Four"]);
  });

  test("adds nothing for a message without text", async () => {
    const id = await makeConversation(acme);
    expect((await send(id, { message: "" })).body.status).toBe("success");
    expect(await messagesOf(id)).toEqual([]);
  });

  test("answers 404 for a result that is unknown or another organization's", async () => {
    const id = await makeConversation(acme);
    for (const unknown of ["987654", "first", `0${id}`, `${id}.0`, "1e1"])
      expectRefusal(await send(unknown, { message: "Hello" }), 404, /simulation result .* not found/);
    expectRefusal(await send(id, { message: "Hello" }, rival), 404, /not found/);
    expect(await messagesOf(id)).toEqual([]);
  });

  test.each([
    [{}, ["body", "message"], "missing"],
    [{ type: "tool_call", message: "x" }, ["body", "name"], "missing"],
    [{ type: "tool_call", name: "x", parameters: [] }, ["body", "parameters"], "record_type"],
    [{ type: "event", message: "x" }, ["body", "type"], "enum"],
    [{ message: "x", message_id: "" }, ["body", "message_id"], "string_too_short"],
    [{ message: 7 }, ["body", "message"], "string_type"],
    [{ message: "x", role: "USER" }, ["body", "role"], "extra_forbidden"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    expectFault(await send("1", body), loc, type);
  });
});

describe("E6 with a tool call", () => {
  test("logs it beside the transcript, with an offset of at least 1 ms", async () => {
    const id = await makeConversation(acme);
    const call = { name: "lookup_order", parameters: { order: 1182 }, output: [{ open: true }, null] };
    expectAnswer("send_http_text_message", await send(id, { type: "tool_call", ...call }));
    const { transcript, tool_calls } = await conversationOf(acme, id);
    expect(transcript).toEqual([]);
    expect(tool_calls).toEqual([{ ...call, start_offset_ms: expect.any(Number) }]);
    expect(tool_calls[0]?.start_offset_ms).toBeGreaterThanOrEqual(1);
  });

  test("needs only its name", async () => {
    const id = await makeConversation(acme);
    await send(id, { type: "tool_call", name: "ping" });
    const [logged] = (await conversationOf(acme, id)).tool_calls;
    expect(logged).toMatchObject({ name: "ping", parameters: null, output: null });
  });

  test("can be the last thing of a conversation", async () => {
    const id = await makeConversation(acme);
    const reply = await send(id, { type: "tool_call", name: "hang_up", end_conversation: true });
    expect(reply.body.end_conversation).toBe(true);
    expect(await conversationOf(acme, id)).toMatchObject({
      end_reason: "agent_ended",
      tool_calls: [{ name: "hang_up" }],
    });
  });
});

describe("E6 with end_conversation", () => {
  test("ends the conversation and keeps the last message", async () => {
    const id = await makeConversation(acme);
    await send(id, { message: "Let me check", end_turn: false });
    const reply = await send(id, { message: "Goodbye", end_conversation: true });
    expectAnswer("send_http_text_message", reply);
    expect(reply.body).toEqual({ simulation_result_id: id, status: "success", end_conversation: true });
    const ended = await conversationOf(acme, id);
    expect(ended).toMatchObject({ end_reason: "agent_ended" });
    expect(Date.parse(ended.ended_at ?? "")).toBeGreaterThanOrEqual(Date.parse(ended.created_at));
    // The digital human no longer answers.
    expect(ended.transcript.map(({ message }) => message)).toEqual(["Let me check", "Goodbye"]);
  });

  test("keeps no empty last message", async () => {
    const id = await makeConversation(acme);
    await send(id, { message: "", end_conversation: true });
    expect((await conversationOf(acme, id)).transcript).toEqual([]);
  });

  test("refuses everything that comes later with 409", async () => {
    const id = await makeConversation(acme);
    await send(id, { message: "Goodbye", end_conversation: true });
    for (const late of [
      { message: "Wait" },
      { message: "Goodbye", end_conversation: true },
      { type: "tool_call", name: "ping" },
      { message: "Wait", message_id: "m-9" },
    ])
      expectRefusal(await send(id, late), 409, /has ended \(agent_ended at 2/);
    expect(await messagesOf(id)).toEqual(["Goodbye"]);
  });

  test("counts in the run, which is INCOMPLETED when all have ended and nothing could be judged", async () => {
    const { simulation_id, result_ids } = await makeConversations(acme, 2);
    const [first = "", second = ""] = result_ids;
    const unjudged = { total_tests: 2, tests_passed: 0, tests_failed: 0, tests_completed: 0 };
    const run = () => runOf(acme, simulation_id);
    await send(first, { message: "Goodbye", end_conversation: true });
    await expect.poll(run).toMatchObject({ status: "RUNNING", tests_incompleted: 1, ...unjudged });
    await send(second, { message: "Goodbye", end_conversation: true });
    await expect.poll(run).toMatchObject({ status: "INCOMPLETED", tests_incompleted: 2, ...unjudged });
  });
});

describe("E6 with a message_id that was sent before", () => {
  test("gives the first answer, and nothing happens twice", async () => {
    const id = await makeConversation(acme);
    const message = { message: "Hello", message_id: "m-1" };
    const first = await send(id, message);
    expect((await send(id, message)).body).toEqual(first.body);
    expect((await send(id, { message: "Other", message_id: "m-1", end_conversation: true })).body).toEqual(
      first.body,
    );
    expect(await conversationOf(acme, id)).toMatchObject({
      status: "RUNNING",
      transcript: [{ message: "Hello" }, { role: "USER" }],
    });
  });

  test("gives the first answer also after the conversation has ended", async () => {
    const id = await makeConversation(acme);
    const hello = await send(id, { message: "Hello", message_id: "m-1" });
    const bye = { message: "Goodbye", message_id: "m-2", end_conversation: true };
    const ended = await send(id, bye);
    expect((await send(id, bye)).body).toEqual(ended.body);
    expect((await send(id, { message: "Hello", message_id: "m-1" })).body).toEqual(hello.body);
    expect(await messagesOf(id)).toEqual(["Hello", "Goodbye"]);
  });

  test("logs a tool call once", async () => {
    const id = await makeConversation(acme);
    const call = { type: "tool_call", name: "refund", message_id: "t-1" };
    await send(id, call);
    expect((await send(id, call)).status).toBe(200);
    expect((await conversationOf(acme, id)).tool_calls).toHaveLength(1);
  });

  test("is another message in another conversation", async () => {
    const [first, second] = [await makeConversation(acme), await makeConversation(acme)];
    await send(first, { message: "Hello", message_id: "m-1" });
    await send(second, { message: "Hello", message_id: "m-1" });
    expect(await messagesOf(second)).toEqual(["Hello"]);
  });

  test("is free again after a refusal", async () => {
    const id = await makeConversation(acme);
    await send(id, { message: "Goodbye", end_conversation: true });
    const late = { message: "Wait", message_id: "m-1" };
    expectRefusal(await send(id, late), 409, /has ended/);
    expectRefusal(await send(id, late), 409, /has ended/);
  });
});

describe("simultaneous requests", () => {
  const fifty = <T>(make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => make(index)));

  test("with one message_id store one message and all get one answer", async () => {
    const id = await makeConversation(acme);
    const replies = await fifty(() => send(id, { message: "Hello", message_id: "m-1" }));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await messagesOf(id)).toEqual(["Hello"]);
  });

  test("with different message_ids store every message once", async () => {
    const id = await makeConversation(acme);
    await fifty((index) => send(id, { message: `Line ${index}`, message_id: `m-${index}`, end_turn: false }));
    const lines = Array.from({ length: 50 }, (_, index) => `Line ${index}`);
    expect((await messagesOf(id)).sort()).toEqual(lines.sort());
  });

  test("that end one conversation end it once", async () => {
    const { simulation_id, result_ids } = await makeConversations(acme, 2);
    const replies = await fifty(() => send(result_ids[0] ?? "", { message: "Bye", end_conversation: true }));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    const once = { status: "RUNNING", tests_incompleted: 1 };
    await expect.poll(() => runOf(acme, simulation_id)).toMatchObject(once);
  });

  test("that end all conversations of a run are all counted", async () => {
    const { simulation_id, result_ids } = await makeConversations(acme, 50);
    await Promise.all(result_ids.map((id) => send(id, { message: "Bye", end_conversation: true })));
    const over = { status: "INCOMPLETED", tests_incompleted: 50 };
    await expect.poll(() => runOf(acme, simulation_id)).toMatchObject(over);
  });
});
