import type { Answer, Lenient } from "../../contract/types.ts";
import { WEBHOOK_EVENTS } from "../../contract/values.ts";
import { arg, defineCommand, list, option } from "../command.ts";
import { createdView } from "../created.ts";
import { oneOf, text } from "../parsers.ts";

export const command = defineCommand({
  needs: ["create_webhook"],
  about: "The secret that signs its deliveries is shown only once: save it.",
  args: { url: arg("<url>", "where events are sent", text) },
  options: {
    tag: option("--tag <tag>", "receive only events with this tag (webhook_tag)", text),
    event: list("--event <event>", "send this event; repeatable (default: all)", oneOf(WEBHOOK_EVENTS)),
  },
  examples: [
    ["parley webhooks create https://ci.example/parley", "sends all events there"],
    [
      "parley webhooks create https://ci.example/parley --tag ci --event observability_call_evaluated",
      "sends only evaluated calls that were submitted with webhook_tag ci",
    ],
  ],
  view: createdView("webhook", ({ id, url, secret }: Lenient<Answer<"create_webhook">>) => ({
    id,
    name: url,
    more: `secret: ${secret} (shown only now)`,
  })),
  async run(context, { url, tag, event }) {
    const body = { url, ...(tag !== undefined && { tag }), ...(event.length > 0 && { events: event }) };
    return { data: await context.change("create_webhook", { body }) };
  },
});
