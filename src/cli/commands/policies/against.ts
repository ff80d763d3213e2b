/** What the policies of a file would say about the conversations of a run. */

import { readConversation } from "../../../contract/readings/conversation.ts";
import { compilePolicy } from "../../../engine/policies/sample.ts";
import { evaluateRules } from "../../../engine/rules-language/evaluate.ts";
import type { RuleInput } from "../../../engine/rules-language/input.ts";
import type { Evidence } from "../../../engine/rules-language/result.ts";
import { stateInWords } from "../../../engine/rules-language/state-in-words.ts";
import { inOrder } from "../../../engine/transcript/in-order.ts";
import type { Context } from "../../context.ts";
import { eachOf } from "../shared/each-of.ts";
import type { FilePolicy } from "./shared/file.ts";

/** A stored conversation that a policy would blame, with the words that it rests on. */
export interface Blamed {
  readonly simulation_result_id: string;
  readonly words: readonly string[];
}

/** For each policy with a rule, by its sentence: the conversations that would fail. */
export async function blamedBy(
  context: Context,
  simulation_run_id: number,
  policies: readonly FilePolicy[],
): Promise<ReadonlyMap<string, readonly Blamed[]>> {
  const { simulation_results } = await context.read("list_simulation_results", {
    params: { simulation_run_id },
  });
  const ids = simulation_results.map(({ id }) => String(id));
  const inputs = await eachOf(ids, async (simulation_result_id) => {
    const { simulation_result } = await context.read("get_simulation_result", {
      params: { simulation_result_id },
    });
    return { simulation_result_id, input: inputOf(readConversation(simulation_result)) };
  });
  const ruled = policies.flatMap(({ sentence, rule }) =>
    rule ? [{ sentence, rules: compilePolicy(rule) }] : [],
  );
  return new Map(
    ruled.map(({ sentence, rules }) => [
      sentence,
      inputs.flatMap(({ simulation_result_id, input }): Blamed[] => {
        const { value, clauses } = evaluateRules(rules, input);
        if (value !== false) return [];
        const evidence = clauses.filter(({ decided }) => decided).flatMap((clause) => clause.evidence);
        return [{ simulation_result_id, words: evidence.slice(0, 4).map(wordsOf) }];
      }),
    ]),
  );
}

type Conversation = ReturnType<typeof readConversation>;

/** Everything gets its place in the order of the conversation, because offsets may tie. */
function inputOf({ transcript = [], tool_calls }: Conversation): RuleInput {
  const turns = transcript.map((entry) => ({
    entry,
    at_ms: entry.start_offset_ms ?? null,
    isAgent: entry.role === "AGENT",
  }));
  const calls = tool_calls.map((call) => ({ call, at_ms: call.start_offset_ms, isAgent: false }));
  const ordered = inOrder<(typeof turns)[number] | (typeof calls)[number]>(turns, calls);
  let i = 0;
  return {
    turns: ordered.flatMap((one, arrival) => {
      if (!("entry" in one)) return [];
      const { message, start_offset_ms } = one.entry;
      const speaker = one.isAgent ? ("AGENT" as const) : ("USER" as const);
      return [{ i: ++i, speaker, text: message, start_offset_ms: start_offset_ms ?? null, arrival }];
    }),
    tool_calls: ordered.flatMap((one, arrival) =>
      "call" in one ? [{ ...one.call, parameters: one.call.parameters ?? {}, arrival }] : [],
    ),
    metric: () => undefined,
  };
}

function wordsOf(evidence: Evidence): string {
  if (evidence.kind === "turn") return `${evidence.speaker} ${JSON.stringify(evidence.quote)}`;
  if (evidence.kind === "metric") return `${evidence.id} is ${JSON.stringify(evidence.value)}`;
  if (evidence.kind === "state") return stateInWords(evidence);
  return `tool ${evidence.name}(${JSON.stringify(evidence.parameters ?? {})})`;
}
