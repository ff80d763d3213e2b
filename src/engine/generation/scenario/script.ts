import type { ScriptedResponse } from "../../caller/digital-human.ts";
import { GREETING, inOrder, type Script } from "../monologue.ts";
import type { ScenarioTurn } from "./turns.ts";

/**
 * What the caller does on a path, turn by turn, whatever the agent answers. Unless the path begins with its
 * words, it lets the agent open, and greets one that doesn't. It hangs up after the agent's answer to its last
 * turn.
 */
export function scriptOf(turns: readonly ScenarioTurn[]): Script {
  const own = joined(turns);
  const opens = turns[0]?.role === "USER" && own[0]?.response_type === "phrase" && !own[0].silence_duration;
  return opens
    ? {
        ...inOrder(own.slice(1)),
        speaks_first_config: { speaks_first: true, mode: "custom", message: own[0]?.response_value ?? "" },
      }
    : { ...inOrder(own), speaks_first_config: { mode: "custom", message: GREETING } };
}

type Step = Pick<ScriptedResponse, "response_type" | "response_value" | "silence_duration">;

/**
 * The caller's responses, one for each message of the agent. Words that follow each other are one message, and
 * so are keys. A silence is kept before what follows it.
 */
function joined(turns: readonly ScenarioTurn[]): Step[] {
  const steps: Step[] = [];
  let open = false;
  for (const { role, utterance, digits, silence_ms } of turns) {
    if (role === "AGENT") {
      open = false;
      continue;
    }
    const step = stepOf({ utterance, digits, silence_ms });
    if (!step) continue;
    const last = open ? steps.at(-1) : undefined;
    const both = last && together(last, step);
    if (both) steps[steps.length - 1] = both;
    else steps.push(step);
    open = true;
  }
  return steps;
}

function stepOf({
  utterance,
  digits,
  silence_ms,
}: {
  utterance: string | undefined;
  digits: string | undefined;
  silence_ms: number | undefined;
}): Step | undefined {
  if (utterance !== undefined) return { response_type: "phrase", response_value: utterance };
  if (digits !== undefined) return { response_type: "dtmf", response_value: digits };
  return silence_ms ? { response_type: "silence", silence_duration: silence_ms / 1000 } : undefined;
}

/** Two steps as one, or undefined if they have to be two. */
function together(first: Step, second: Step): Step | undefined {
  if (first.response_type === "silence") {
    const silence_duration = (first.silence_duration ?? 0) + (second.silence_duration ?? 0);
    return { ...second, silence_duration };
  }
  if (first.response_type !== second.response_type) return undefined;
  const between = first.response_type === "dtmf" ? "" : " ";
  return { ...first, response_value: `${first.response_value}${between}${second.response_value}` };
}
