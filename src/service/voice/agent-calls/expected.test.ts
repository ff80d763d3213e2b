import { expect, test } from "vitest";
import type { AgentCall } from "../../domain/runs/agent-call.ts";
import { ExpectedCalls } from "./expected.ts";

const NUMBER = "+14155550123";

const asking = (command_id: string | null) => () => ({
  url: "ws://127.0.0.1/",
  asked: {
    account_sid: "account",
    from: "+14155550100",
    to: NUMBER,
    method: "POST",
    answer: null,
    machine_detection: null,
    callbacks: [],
    call_control: { client_state: null, command_id, attributes: {} },
  } satisfies AgentCall,
});

test("a repeated command is the same call, and another one is refused", () => {
  const calls = new ExpectedCalls({ accountOf: () => "account" });
  const waiting = calls.expect(7, NUMBER);
  const create = (command_id: string | null) => calls.create(() => "account", asking(command_id));
  expect(create("a")).toBe(7);
  expect(create("a")).toBe(7);
  expect(waiting.refusal()).toBeUndefined();
  expect(() => create("b")).toThrow("has been called already");
  expect(() => create(null)).toThrow("has been called already");
});
