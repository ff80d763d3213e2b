import type { Answer, Lenient } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import { defineCommand, flag } from "../command.ts";
import { created, deleteCommand, listCommand, noun } from "../noun.ts";
import { createdView } from "../shared/created.ts";
import { conditionOptions, fieldsFrom } from "./condition.ts";

type Alert = Lenient<Answer<"list_alerts">>["alerts"][number];

const alert = noun("alerts", "alert", "alert_id", "parley alerts list");

export const commands = {
  list: listCommand("list_alerts", {
    examples: [
      ["parley alerts list", "every alert, and whether it is active now"],
      ["parley alerts list --json --query 'alerts[?in_alert].name'", "the names of active alerts"],
    ],
    view: {
      kind: "rows",
      rows: "alerts",
      columns: [
        "id",
        "name",
        { title: "field", value: "entity_field" },
        "operator",
        { title: "value", value: "comparison_value" },
        {
          title: "often",
          value: ({ min_events, threshold_time_interval }: Alert) =>
            `${min_events} in ${threshold_time_interval} s`,
        },
        {
          title: "now",
          value: ({ in_alert, is_enabled }: Alert) => (in_alert ? "ALERT" : is_enabled ? "ok" : "off"),
        },
        { title: "last", value: "last_triggered_at", kind: "time" },
        {
          title: "notifies",
          value: ({ notification_channels }: Alert) =>
            notification_channels.map(({ type }) => type).join(", "),
        },
      ],
      empty: "no alerts",
    },
  }),

  create: defineCommand({
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
      return created(context, "create_alert", { body: { ...fields, name, ...condition } });
    },
  }),

  update: defineCommand({
    needs: ["update_alert"],
    about:
      "Changes only the fields that you name. A new condition resets the count. --notify and --agent-id replace all " +
      "earlier values.",
    args: { alert_id: alert.id },
    options: {
      ...conditionOptions,
      enable: flag("--enable", "switch it on"),
      disable: flag("--disable", "switch it off"),
    },
    examples: [
      ["parley alerts update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --min-events 3", "triggers sooner"],
      ["parley alerts update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --disable", "switches it off"],
    ],
    view: { kind: "record" },
    async run(context, { alert_id, enable, disable, ...flags }) {
      if (enable && disable) throw usage("--enable and --disable cannot be used together");
      const body = { ...fieldsFrom(flags), ...((enable || disable) && { is_enabled: enable }) };
      if (Object.keys(body).length === 0)
        throw usage("nothing to change", { hint: "give a new condition, --notify, --enable or --disable" });
      return { data: await context.change("update_alert", { params: { alert_id }, body }) };
    },
  }),

  delete: deleteCommand(alert, "delete_alert"),
};
