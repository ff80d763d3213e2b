import { expect, test } from "vitest";
import { recordedToolCalls } from "./recorded-tool-calls.ts";

test("reads the calls of chat messages, in order", () => {
  const transcript = JSON.stringify({
    messages: [
      { role: "user", content: "Refund?" },
      {
        role: "assistant",
        tool_calls: [
          { id: "1", function: { name: "lookup_order", arguments: '{"id":"A-1"}' } },
          { name: "note" },
        ],
      },
      { role: "assistant", tool_calls: [{ name: "issue_refund", parameters: { id: "A-1" } }] },
    ],
  });
  expect(recordedToolCalls(transcript)).toEqual([
    { name: "lookup_order", parameters: { id: "A-1" } },
    { name: "note" },
    { name: "issue_refund", parameters: { id: "A-1" } },
  ]);
});

test("a transcript that is not JSON, or that has no tools, has no tool calls", () => {
  expect(recordedToolCalls("Agent: Hello\nUser: Hi")).toEqual([]);
  expect(recordedToolCalls('[{"tool_calls":[{"function":{}},null,"x"]}]')).toEqual([]);
});
