import { arg } from "../command.ts";
import { deleteCommand, noun } from "../noun.ts";
import { integerFrom } from "../parsers.ts";

const agent = {
  ...noun("agents", "agent", "agent_id"),
  id: arg("<agent-id>", "id of the agent", integerFrom(1)),
  example: 103,
};

export const command = deleteCommand(agent, "delete_agent", {
  about:
    "Also deletes the agent's prompt and knowledge base versions and its labels. An agent that has simulations, calls or " +
    "workflows cannot be deleted, because their results would no longer say what was tested: exit code 6.",
  others: "its versions and labels",
});
