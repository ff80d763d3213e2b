import type { Answer, Lenient } from "../../contract/types.ts";
import { defineCommand } from "../command.ts";

type Alert = Lenient<Answer<"list_alerts">>["alerts"][number];

export const command = defineCommand({
  needs: ["list_alerts"],
  options: {},
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
        value: ({ notification_channels }: Alert) => notification_channels.map(({ type }) => type).join(", "),
      },
    ],
    empty: "no alerts",
  },
  async run(context) {
    return { data: await context.read("list_alerts", {}) };
  },
});
