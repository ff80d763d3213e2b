/** The options of `parley test --init`. */
import { usage } from "../../../../lib/failure.ts";
import { AGENT_CONNECTIONS, type AgentConnection } from "../../../manifest/agent-connection.ts";
import { flag, list, option } from "../../command.ts";
import { oneOf, text } from "../../parsers.ts";

export const initOptions = {
  init: flag(
    "--init",
    "write a test file (default: agent.parley.yaml); asks what the flags below do not say",
  ),
  agent: option("--agent <way>", "with --init: how the agent is reached", oneOf(AGENT_CONNECTIONS)),
  at: option(
    "--at <where>",
    "with --init: its file (module), its command (stdio, dial), or its URL (all others)",
    text,
  ),
  goal: list("--goal <text>", "with --init: what a caller wants; repeatable, a caller each"),
  model: option("--model <name>", "with --init: the model of a chat agent", text),
  prompt: option(
    "--prompt <file>",
    "with --init: the agent's prompt; callers and policies are drafted from it",
  ),
  tools: option("--tools <file>", "with --init: the agent's tools, in any form that `agents create` reads"),
};

const ONLY_INIT = ["agent", "at", "goal", "model", "prompt", "tools"] as const satisfies (keyof InitInput)[];

export interface InitInput {
  readonly agent: AgentConnection | undefined;
  readonly at: string | undefined;
  readonly goal: readonly string[];
  readonly model: string | undefined;
  readonly prompt: string | undefined;
  readonly tools: string | undefined;
}

/** @throws Failure (usage) for an option that needs --init */
export function refuseInitOptions(
  given: { readonly [option in (typeof ONLY_INIT)[number]]?: unknown },
): void {
  const option = ONLY_INIT.find((one) => {
    const value = given[one];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  if (option) throw usage(`--${option} needs --init`, { where: `--${option}` });
}
