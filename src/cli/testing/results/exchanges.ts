/** What a caller said and how the agent answered it, turn by turn: each answer of a script is judged alone. */
import { readAgentAnswer } from "../../../contract/agent-answer.ts";
import { compilePolicy } from "../../../engine/policies/sample.ts";
import { evaluateRules } from "../../../engine/rules-language/evaluate.ts";
import type { RuleInput, ToolCall, Turn } from "../../../engine/rules-language/input.ts";
import { clauseOf } from "../../../engine/rules-language/short-form.ts";
import type { ScriptedTurn } from "../../manifest/scripted-callers.ts";
import type { CallerResult } from "./result.ts";

type Verdict = CallerResult["verdicts"][number];

type Bodies = NonNullable<ReturnType<typeof readAgentAnswer>>;

interface Exchange {
  readonly said: string;
  /** Tool calls and messages, in their order. */
  readonly bodies: Bodies;
}

export class Exchanges {
  readonly #of = new Map<string, Exchange[]>();

  /** @param answer as a webhook has it */
  add(simulation_result_id: string, said: string, answer: string): void {
    this.#add(simulation_result_id, { said, bodies: readAgentAnswer(answer) ?? [] });
  }

  /** All of a call, once it is over. */
  addCall(
    simulation_result_id: string,
    call: Pick<CallerResult, "transcript" | "tool_calls">,
    turns: readonly ScriptedTurn[],
  ): void {
    for (const exchange of exchangesIn(call, turns)) this.#add(simulation_result_id, exchange);
  }

  #add(simulation_result_id: string, exchange: Exchange): void {
    this.#of.set(simulation_result_id, [...(this.#of.get(simulation_result_id) ?? []), exchange]);
  }

  /** A verdict for each turn that expects something. */
  judge(simulation_result_id: string, turns: readonly ScriptedTurn[]): Verdict[] {
    const had = this.#of.get(simulation_result_id) ?? [];
    return turns.flatMap((turn, place) =>
      turn.expect.length > 0 ? [verdictOf(turn, place, had[place])] : [],
    );
  }
}

function verdictOf({ say, expect }: ScriptedTurn, place: number, had: Exchange | undefined): Verdict {
  const verdict = {
    name: `turn ${place + 1} (${JSON.stringify(say.length > 40 ? `${say.slice(0, 40)}…` : say)})`,
    response_type: "pass_fail",
  };
  const open = (message: string) => ({ ...verdict, status: "NOT_EVALUATED", value: null, message });
  if (had?.said !== say) return open("the conversation ended before this turn") as unknown as Verdict;
  const { bodies } = had;
  if (bodies.length === 0)
    return open(
      "the agent did not answer in its response, so this answer cannot be told from others",
    ) as unknown as Verdict;
  const rules = compilePolicy(expect.map(clauseOf).join("\n"));
  const { clauses, ...decided } = evaluateRules(rules, inputOf(say, bodies));
  return { ...verdict, ...decided, clauses } as unknown as Verdict;
}

function inputOf(say: string, bodies: Bodies): RuleInput {
  const turns: Turn[] = [{ i: 1, speaker: "USER", text: say, arrival: 0 }];
  const tool_calls: ToolCall[] = [];
  for (const [index, { message, name, parameters, output }] of bodies.entries()) {
    const arrival = index + 1;
    // Without parameters, nobody knows them.
    if (typeof name === "string")
      tool_calls.push({ name, ...(parameters != null && { parameters }), output, arrival });
    else if (typeof message === "string" && message !== "")
      turns.push({ i: turns.length + 1, speaker: "AGENT", text: message, arrival });
  }
  return { turns, tool_calls, metric: () => undefined };
}

/**
 * What the agent said and did after each turn, in the order in which it happened. What a caller says besides, such as
 * "Are you there?", begins no turn.
 */
function exchangesIn(
  { transcript, tool_calls }: Pick<CallerResult, "transcript" | "tool_calls">,
  turns: readonly ScriptedTurn[],
): Exchange[] {
  const all = [
    ...tool_calls.map((call) => ({ at: call.start_offset_ms, said: undefined, body: { ...call } })),
    ...transcript.map(({ role, message, start_offset_ms: at }) =>
      role === "USER" ? { at, said: message, body: undefined } : { at, said: undefined, body: { message } },
    ),
  ].toSorted((a, b) => a.at - b.at);
  const exchanges: { said: string; bodies: Bodies }[] = [];
  for (const { said, body } of all)
    if (body) exchanges.at(-1)?.bodies.push(body);
    else if (said === turns[exchanges.length]?.say) exchanges.push({ said, bodies: [] });
  return exchanges;
}
