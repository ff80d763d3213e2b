/** A call as large as one may be is explained in a time that grows no faster than the call. */
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { evaluationOf } from "../support/evaluations.ts";
import { makeAgent, makeCall } from "../support/make.ts";
import { talkToProcess, use } from "../support/mcp.ts";
import { useService } from "../support/service.ts";

const service = useService();
const parley = useCli(service);

/** Words, and what the marks around them, links, and control characters are looked for in. */
const WRITTEN = [
  "We are open from nine to five. ",
  "a:",
  "://",
  "http://",
  "\u001b]",
  "<a",
  "www.",
  "\u200b ",
];
const LARGE = 900_000;
const SMALL = LARGE / 10;
/** A tenth takes a tenth, and some of it does not grow. */
const RATIO_MAXIMUM = 25;
/** What is always needed: a request, its answer, and a busy machine. */
const BASE_MS = 100;

test.each(WRITTEN)("900,000 characters of %j are explained in bounded time", async (piece) => {
  const { agent_id } = await makeAgent(service.acme);
  const client = await talkToProcess(parley);
  const callOf = async (length: number) => {
    const utterances = 30;
    const utterance = piece.repeat(Math.ceil(length / utterances / piece.length));
    const transcript = Array.from({ length: utterances }, (_, at) => ({
      ...{ speaker: at % 2 ? ("USER" as const) : ("AGENT" as const), utterance, start_offset_ms: at * 1000 },
    }));
    const { call_id } = await makeCall(service.acme, String(agent_id), `${length}`, { transcript });
    await evaluationOf(service.acme, call_id);
    return call_id;
  };
  const explained = async (call_id: string) => {
    const began = performance.now();
    const { data } = await use(client, "explain_result", { call_id });
    // A control sequence that never ends is not shown, but every turn is.
    expect(data.text).toMatch(/more characters are left out| 30 USER/);
    return performance.now() - began;
  };
  const [small, large] = [await callOf(SMALL), await callOf(LARGE)];
  await explained(small);
  const least = async (call_id: string) =>
    Math.min(await explained(call_id), await explained(call_id), await explained(call_id));
  expect(await least(large)).toBeLessThan(RATIO_MAXIMUM * Math.max(BASE_MS, await least(small)));
});
