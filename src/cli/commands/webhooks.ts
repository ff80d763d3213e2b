import type { Answer, Lenient } from "../../contract/types.ts";
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from "../../contract/values.ts";
import { arg, defineCommand, list, option } from "./command.ts";
import { deleteCommand, listCommand, noun } from "./noun.ts";
import { integerFrom, oneOf, text, uuid } from "./parsers.ts";
import { createdView } from "./shared/created.ts";
import { pageHint } from "./shared/page-hint.ts";

const webhook = noun("webhooks", "webhook", "id", "parley webhooks list");

export const commands = {
  list: listCommand("list_webhooks", {
    about: "Webhooks are called when a simulation has ended and when a result or a call has been evaluated.",
    examples: [["parley webhooks list", "where events are sent, and which"]],
    view: {
      kind: "rows",
      rows: "webhooks",
      columns: ["id", "url", "tag", "events", { title: "created", value: "created_at", kind: "time" }],
      empty: "no webhooks",
    },
  }),

  create: defineCommand({
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
  }),

  deliveries: defineCommand({
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
  }),

  redeliver: defineCommand({
    needs: ["redeliver_webhook"],
    about:
      "The delivery keeps its id, so that a receiver that already has it can tell. `parley webhooks deliveries` shows the " +
      "outcome.",
    args: { id: arg("<delivery-id>", "id of the delivery", uuid) },
    examples: [["parley webhooks redeliver 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "sends it again"]],
    view: { kind: "record" },
    run: async (context, params) => ({ data: await context.change("redeliver_webhook", { params }) }),
  }),

  delete: deleteCommand(webhook, "delete_webhook", { about: "Pending deliveries to it are dropped." }),
};
