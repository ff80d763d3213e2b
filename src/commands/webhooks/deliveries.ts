import { DELIVERY_STATUSES } from "../../contract/values.ts";
import { defineCommand, option } from "../command.ts";
import { pageHint } from "../page-hint.ts";
import { integerFrom, oneOf, text } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_webhook_deliveries"],
  about:
    "Newest first: events to webhooks, and digital humans' messages to agents. A delivery is attempted until the " +
    "receiver answers 2xx or refuses it permanently, or until the attempts are used up.",
  options: {
    status: option("--status <status>", "only deliveries with this status", oneOf(DELIVERY_STATUSES)),
    result: option("--result <simulation-result-id>", "only deliveries of this conversation", text),
    page: option("--page <n>", "this page (the service's default: 1)", integerFrom(1)),
    page_size: option("--page-size <n>", "deliveries per page (the service's default: 50)", integerFrom(1)),
  },
  examples: [
    ["parley webhooks deliveries --status FAILED", "deliveries that failed, and why"],
    ["parley webhooks deliveries --result 12", "messages sent to the agent in conversation 12"],
  ],
  view: {
    kind: "rows",
    rows: "deliveries",
    columns: [
      "id",
      "event",
      "status",
      "attempts",
      { title: "answer", value: "response_status" },
      "error",
      "url",
      { title: "created", value: "created_at", kind: "time" },
    ],
    empty: "no deliveries",
  },
  async run(context, { result, ...query }) {
    const data = await context.read("list_webhook_deliveries", {
      query: { ...query, simulation_result_id: result },
    });
    return { data, hint: pageHint(data, "deliveries") };
  },
});
