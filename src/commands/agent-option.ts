import { option } from "./command.ts";
import { integerFrom } from "./parsers.ts";

/** `--agent` of every command that works on one agent; `context.agent` knows what stands in for it. */
export const agentOption = option(
  "--agent <id>",
  "the agent (default: that of PARLEY_AGENT, parley.yaml or the profile)",
  integerFrom(1),
);
