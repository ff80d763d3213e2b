import { option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

/** The `--agent` option of every command that works on one agent. `context.agent` knows the defaults. */
export const agentOption = option(
  "--agent <id>",
  "the agent (default: from PARLEY_AGENT, parley.yaml or the profile)",
  integerFrom(1),
);
