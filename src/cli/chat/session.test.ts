import { describe, expect, test } from "vitest";
import type { Message } from "./message.ts";
import type { Reply } from "./reply.ts";
import { type Answer, Session } from "./session.ts";

const said = (message: string, fields: Partial<Message> = {}): Message => ({
  simulation_result_id: "12",
  message,
  ...fields,
});
const reply = (message: string, fields: Partial<Reply> = {}): Reply => ({
  message,
  message_id: `id of ${message}`,
  end_conversation: false,
  ...fields,
});
const taken = (end_conversation = false): Answer => ({
  simulation_result_id: "12",
  status: "success",
  end_conversation,
});

/** A session whose clock the test controls, and the events that its observer received. */
function begin(send: (message: Message) => Promise<Answer> = async () => taken()) {
  const clock = { ms: 0 };
  const stop = new AbortController();
  const events: string[] = [];
  const session = new Session({ send, now: () => clock.ms, signal: stop.signal });
  session.observe({
    sent: async ({ message, name }) => void events.push(`sent ${message ?? name}`),
    heard: async ({ message }, latency_ms) => void events.push(`heard ${message} after ${latency_ms}`),
    ended: async (reason) => void events.push(`ended ${reason}`),
  });
  return { session, clock, stop, told: events };
}

describe("a session", () => {
  test("shows a reply with the time since the turn that it answers", async () => {
    const { session, clock, told } = begin();
    await session.send(said("Hello"));
    clock.ms = 1200;
    await session.hear(reply("Hi"));
    clock.ms = 5000;
    await session.hear(reply("Still there?"));
    expect(told).toEqual(["sent Hello", "heard Hi after 1200", "heard Still there? after undefined"]);
  });

  test("shows a reply after its message, even if it is faster than the answer to that message", async () => {
    let answer = (_: Answer) => {};
    const { session, told, clock } = begin(() => new Promise((resolve) => (answer = resolve)));
    const sending = session.send(said("Hello"));
    await Promise.resolve();
    clock.ms = 7;
    const hearing = session.hear(reply("Hi"));
    clock.ms = 99;
    answer(taken());
    await Promise.all([sending, hearing]);
    expect(told).toEqual(["sent Hello", "heard Hi after 7"]);
  });

  test("sends one message at a time, in order", async () => {
    const running: string[] = [];
    const { session, told } = begin(async ({ message }) => {
      running.push(`begin ${message}`);
      await new Promise((resolve) => setTimeout(resolve, message === "a" ? 5 : 0));
      running.push(`end ${message}`);
      return taken();
    });
    await Promise.all(["a", "b", "c"].map((message) => session.send(said(message))));
    expect(running).toEqual(["begin a", "end a", "begin b", "end b", "begin c", "end c"]);
    expect(told).toEqual(["sent a", "sent b", "sent c"]);
  });

  test("hears a reply once, by whatever ways it comes", async () => {
    const { session, told } = begin();
    await Promise.all([session.hear(reply("Hi")), session.hear(reply("Hi")), session.hear(reply("Hi"))]);
    await session.hear(reply("Hi", { message_id: null }));
    expect(told).toEqual(["heard Hi after undefined", "heard Hi after undefined"]);
  });

  test("waits for a reply after a turn, not after a stacked message, a tool call or the end", async () => {
    const { session } = begin();
    for (const open of [
      said("x", { end_turn: false }),
      said("", { type: "tool_call", name: "t" }),
      said("", { end_conversation: true }),
    ]) {
      await session.send(open);
      expect(session.isWaiting).toBe(false);
    }
    await session.send(said("x"));
    expect(session.isWaiting).toBe(true);
    await session.hear(reply("Hi"));
    expect(session.isWaiting).toBe(false);
    expect(session.replies).toEqual([reply("Hi")]);
  });

  test("a refused message leaves the turn unchanged, and the next one is sent", async () => {
    let failures = 1;
    const { session, told } = begin(async () => {
      if (failures-- > 0) throw new Error("no");
      return taken();
    });
    await session.hear(reply("Hi"));
    await expect(session.send(said("a"))).rejects.toThrow("no");
    expect({ waits: session.isWaiting, replies: session.replies }).toEqual({
      waits: false,
      replies: [reply("Hi")],
    });
    await session.send(said("b"));
    expect(told).toEqual(["heard Hi after undefined", "sent b"]);
  });

  test.each([
    ["an answer says so", (session: Session) => session.send(said("Bye"))],
    ["a reply says so", (session: Session) => session.hear(reply("", { end_conversation: true }))],
    ["the record says so", (session: Session) => session.end(undefined)],
  ])("is over once, when %s", async (_, end) => {
    const { session, told } = begin(async () => taken(true));
    await end(session);
    await session.end("again");
    expect(told.filter((line) => line.startsWith("ended"))).toEqual(["ended undefined"]);
    expect({ isOver: session.isOver, isWaiting: session.isWaiting }).toEqual({
      isOver: true,
      isWaiting: false,
    });
  });
});

describe("waiting", () => {
  test("ends when the expected reply comes", async () => {
    const { session } = begin();
    const waiting = session.until(() => session.replies.length === 2, 60_000);
    await session.hear(reply("a"));
    await session.hear(reply("b"));
    expect(await waiting).toBe(true);
  });

  test("ends when the time is over", async () => {
    expect(await begin().session.until(() => false, 10)).toBe(false);
  });

  test("ends with the reason of the signal", async () => {
    const { session, stop } = begin();
    const waiting = session.until(() => false, 60_000);
    stop.abort(new Error("Ctrl-C"));
    await expect(waiting).rejects.toThrow("Ctrl-C");
  });
});
