import type { Answer, Lenient } from "../../contract/types.ts";
import { usage } from "../../failure.ts";
import { defineCommand } from "../command.ts";
import { createdView } from "../created.ts";
import { conditionOptions, fieldsFrom } from "./condition.ts";

export const command = defineCommand({
  needs: ["create_alert"],
  about:
    "The service checks every evaluation of a call or conversation. When enough of them within the interval meet " +
    "the condition, it sends alert_triggered once. When few enough are left, it sends alert_resolved. Both go to " +
    "the registered webhooks and to each --notify, at least once.",
  options: conditionOptions,
  examples: [
    [
      "parley alerts create --name Slow --when 'avg_agent_latency > 3' --min-events 5 --notify slack=https://hooks.slack.com/services/T0/B0/x",
      "five slow calls within ten minutes",
    ],
    [
      "parley alerts create --name Rude --of custom_metric --when 'Greeting = false' --min-events 1 --agent-id 101",
      "one call of agent 101 without a greeting",
    ],
  ],
  view: createdView("alert", ({ id, name }: Lenient<Answer<"create_alert">>) => ({ id, name })),
  async run(context, flags) {
    const fields = fieldsFrom(flags);
    const { name, entity_field, operator, comparison_value } = fields;
    if (name === undefined) throw usage("an alert needs a name", { hint: "give --name <text>" });
    if (entity_field === undefined || operator === undefined || comparison_value === undefined)
      throw usage("an alert needs a condition", { hint: "give --when 'avg_agent_latency > 3'" });
    const condition = {
      entity_type: flags.of ?? "standard_metric",
      entity_field,
      operator,
      comparison_value,
    };
    const data = await context.change("create_alert", { body: { ...fields, name, ...condition } });
    return { data, ids: [data.id] };
  },
});
