/** An order desk behind a webhook: it asks for a number, and answers what a test makes of it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";

interface Turn {
  readonly simulation_result_id: string;
  readonly message: string;
  readonly end_conversation?: boolean;
  readonly prompt_id: string | null;
  readonly prompt_version: number | null;
}

export const call = (name: string) => ({ name, parameters: {}, output: { ok: true } });
export const CAREFUL = [call("lookup_order"), call("issue_refund")];
export const CARELESS = [call("issue_refund"), call("lookup_order")];

/** @param callsOf the tool calls for a caller that has given its number, in their order */
export function useDesk(callsOf: (turn: Turn) => readonly object[] | Promise<readonly object[]>): {
  readonly url: () => string;
} {
  let url = "";
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const turn = (await json(request)) as Turn;
    const { simulation_result_id: id, prompt_version } = turn;
    const place = (asked.get(id) ?? 0) + 1;
    asked.set(id, place);
    const said = /\d{4}/.test(turn.message ?? "")
      ? { message: "It is confirmed. Goodbye.", tool_calls: await callsOf(turn), end_conversation: true }
      : { message: "May I have your phone number?", ...(place > 4 && { end_conversation: true }) };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(turn.end_conversation ? {} : { ...said, prompt_version }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: () => url };
}

export const LOOKS_FIRST = "fail when tool issue_refund called before tool lookup_order called";

/** A caller that the careless desk fails. */
export const SHOPPER = {
  name: "Bob",
  intent: "Wants a refund for an order. The shoes were too small. It was a gift for a friend.",
  traits: [
    { trait_name: "goal_tool", trait_data_type: "STRING" as const, value: "issue_refund" },
    { trait_name: "phone", trait_data_type: "STRING" as const, value: "0170 1234567" },
    { trait_name: "email", trait_data_type: "STRING" as const, value: "bob@example.com" },
    { trait_name: "delivery_day", trait_data_type: "STRING" as const, value: "Tuesday" },
  ],
  success_criteria: `@rules\n${LOOKS_FIRST}\npass when agent says "confirmed"`,
};
