import { expect } from "vitest";
import type { Conversation } from "./api.ts";

export const matchers = {
  toHaveCalled({ tool_calls }: Conversation, tool: string, parameters?: Readonly<Record<string, unknown>>) {
    const wanted = parameters && expect.objectContaining({ ...parameters });
    const calls = tool_calls.filter(({ name }) => name === tool);
    const pass = calls.some((call) => wanted === undefined || wanted.asymmetricMatch(call.parameters ?? {}));
    const call = parameters ? `${tool}(${JSON.stringify(parameters)})` : tool;
    return {
      pass,
      message: () => (pass ? `the agent called ${call}` : `the agent did not call ${call}`),
      actual: tool_calls.map(({ name, parameters }) => ({ name, parameters })),
    };
  },
  toHaveSaid({ transcript }: Conversation, said: string | RegExp) {
    const pass = transcript.some(
      ({ role, message }) =>
        role === "AGENT" &&
        (typeof said === "string"
          ? message.toLowerCase().includes(said.toLowerCase())
          : message.search(said) >= 0),
    );
    const words = typeof said === "string" ? JSON.stringify(said) : String(said);
    return {
      pass,
      message: () => (pass ? `the agent said ${words}` : `the agent did not say ${words}`),
    };
  },
};
