import { describe, expect, test } from "vitest";
import { farewell, toMessage } from "./message.ts";

const conversation = { simulation_result_id: "12", told: undefined, newId: () => "m-1" };

describe("a line of a conversation", () => {
  test("words are a message, to the letter", () => {
    expect(toMessage("  Hello, [clinic] speaking ", conversation)).toEqual({
      simulation_result_id: "12",
      message: "  Hello, [clinic] speaking ",
      message_id: "m-1",
    });
  });

  test("an object has E6's own fields, and keeps its message_id", () => {
    const line = ' {"type":"tool_call","name":"find_slot","output":{"slot":"10:30"},"message_id":"mine"}';
    expect(toMessage(line, conversation)).toEqual({
      simulation_result_id: "12",
      type: "tool_call",
      name: "find_slot",
      output: { slot: "10:30" },
      message_id: "mine",
    });
    expect(toMessage('{"message":"Hi"}', conversation)).toMatchObject({ message: "Hi", message_id: "m-1" });
  });

  test("an object of another conversation is refused, one that names this one is not", () => {
    expect(toMessage('{"simulation_result_id":"12","message":"Hi"}', conversation)).toMatchObject({
      message: "Hi",
    });
    expect(() => toMessage('{"simulation_result_id":"13","message":"Hi"}', conversation)).toThrow(
      "this line is for conversation 13, not 12",
    );
  });

  test("a line that begins like an object must be one", () => {
    expect(() => toMessage("{name}, how are you?", conversation)).toThrow(/^not a valid JSON object/);
  });

  test("the farewell ends the conversation", () => {
    expect(farewell(conversation)).toEqual({
      simulation_result_id: "12",
      message: "",
      message_id: "m-1",
      end_conversation: true,
    });
  });
});
