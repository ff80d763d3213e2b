import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_webhooks"],
  about: "Webhooks are called when a simulation has ended and when a result or a call has been evaluated.",
  options: {},
  examples: [["parley webhooks list", "where events are sent, and which"]],
  view: {
    kind: "rows",
    rows: "webhooks",
    columns: ["id", "url", "tag", "events", { title: "created", value: "created_at", kind: "time" }],
    empty: "no webhooks",
  },
  async run(context) {
    return { data: await context.read("list_webhooks", {}) };
  },
});
