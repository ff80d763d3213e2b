/** Judges a conversation by the rules in the agent's prompt and by the built-in checks. */
import type { CHECK_SWITCHES } from "../../contract/values.ts";
import type { AgentTexts } from "../generation/agent-texts.ts";
import type { ConversationInput } from "../metrics/conversation.ts";
import { type AgentReader, readAgent } from "./agent-reader.ts";
import { CHECKS, type CheckName } from "./checks.ts";
import { eventsOf } from "./events.ts";
import type { Finding, Ground } from "./rule.ts";

export interface PolicyFinding {
  /** `policy` for a sentence of the prompt, otherwise the name of a built-in check. */
  readonly kind: "policy" | CheckName;
  /** The sentence, or what the check demands. */
  readonly source: string;
  /** The rule in words. */
  readonly says: string;
  readonly finding: Finding;
}

/** The agent's texts, and which checks are off. */
export interface JudgedAgent extends Pick<AgentTexts, "prompt" | "knowledge_base" | "goals"> {
  /** The checks that are switched off. */
  readonly off: readonly (typeof CHECK_SWITCHES)[number][];
}

/**
 * Undefined if the order of turns and tool calls is unknown. `read` may cache what it has read of the agent.
 */
export function judgeConversation(
  { off, ...texts }: JudgedAgent,
  conversation: ConversationInput,
  read: AgentReader = readAgent,
): PolicyFinding[] | undefined {
  const events = eventsOf(conversation);
  if (!events) return undefined;
  const called = events.flatMap((event) => (event.kind === "called" ? [event.name] : []));
  const { effectful_tools: effectful, read_only_tools: read_only } = conversation;
  const agent = read({ texts, called, effectful, read_only });
  const ground: Ground = { ...agent.ground, knowsCalls: (conversation.tool_calls ?? null) !== null };
  // Parameters of expected calls do not count as invented.
  const expected = (conversation.expected_tool_calls ?? []).map(({ parameters }) =>
    JSON.stringify(parameters ?? {}),
  );
  const known = { ...ground, statements: [...ground.statements, ...expected] };
  const policies = off.includes("policies") ? [] : agent.policies();
  return [
    ...policies.flatMap(({ sentence, rule }): PolicyFinding[] =>
      rule
        ? [{ kind: "policy", source: sentence, says: rule.says, finding: rule.check(events, ground) }]
        : [],
    ),
    ...(Object.keys(CHECKS) as CheckName[])
      .filter((name) => !off.includes(name))
      .map((name): PolicyFinding => {
        const { says, check } = CHECKS[name];
        return {
          kind: name,
          source: says,
          says,
          finding: check(events, name === "invented_value" ? known : ground),
        };
      }),
  ];
}
