/** The messages when an alert begins and when it is over. */
import type { Output } from "../../contract/types.ts";
import type { Row } from "../store/schema.ts";

type Definition = Output<"AlertCreate">;

export interface Notice {
  readonly alert: Pick<Row<"alert">, "id">;
  readonly definition: Definition;
  readonly state: "triggered" | "resolved";
  /** How many values within the interval meet the condition now. */
  readonly occurrences: number;
  /** ISO 8601. */
  readonly at: string;
  /** The last evaluation, if it is the reason. */
  readonly last?: { readonly subject: string; readonly value: string };
}

/** The flat body of a webhook, without `type`. */
export function fieldsOf({ alert, definition, state, occurrences, at, last }: Notice) {
  const { name, description = null, entity_type, entity_field, operator, comparison_value } = definition;
  const { threshold_time_interval, min_events, source_scope } = definition;
  return {
    id: alert.id,
    name,
    description,
    state,
    summary: summaryOf(definition, state, occurrences),
    entity_type,
    entity_field,
    operator,
    comparison_value,
    threshold_time_interval,
    min_events,
    source_scope,
    occurrences,
    last_value: last?.value ?? null,
    last_subject: last?.subject ?? null,
    occurred_at: at,
  };
}

const WORDS: Readonly<Record<Definition["operator"], string>> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is above",
  less_than: "is below",
  greater_than_or_equal: "is at least",
  less_than_or_equal: "is at most",
  contains: "contains",
  not_contains: "does not contain",
};

/** `Slow answers: avg_agent_latency is above 3 in 12 evaluations within 600 s` */
function summaryOf(definition: Definition, state: Notice["state"], occurrences: number): string {
  const { name, entity_field, operator, comparison_value, threshold_time_interval } = definition;
  if (state === "resolved") return `${name}: over (${occurrences} within ${threshold_time_interval} s)`;
  const noun = occurrences === 1 ? "evaluation" : "evaluations";
  return `${name}: ${entity_field} ${WORDS[operator]} ${comparison_value} in ${occurrences} ${noun} within ${threshold_time_interval} s`;
}

const PAGERDUTY = "https://events.pagerduty.com/v2/enqueue";

/** Where a channel's message goes, and its body. Undefined for kinds of channels that are not supported. */
export function messageFor(
  { type, target }: Definition["notification_channels"][number],
  notice: Notice,
): { readonly url: string; readonly body: object } | undefined {
  const fields = fieldsOf(notice);
  switch (type.toLowerCase()) {
    case "webhook":
      return { url: target, body: { type: `alert_${notice.state}`, ...fields } };
    case "slack":
      return { url: target, body: slackBody(notice) };
    case "pagerduty":
      return pagerDuty(target, notice);
    default:
      return undefined;
  }
}

/** Whether a kind of channel is supported. */
export const isUsed = ({ type }: Definition["notification_channels"][number]): boolean =>
  ["webhook", "slack", "pagerduty"].includes(type.toLowerCase());

/** For an incoming webhook. Notifications and older clients show only `text`. */
function slackBody(notice: Notice) {
  const { summary, description } = fieldsOf(notice);
  const text = escaped(`${notice.state === "triggered" ? "Alert" : "Resolved"}: ${summary}`);
  const details = description
    ? [{ type: "context", elements: [{ type: "plain_text", text: cut(description) }] }]
    : [];
  return { text, blocks: [{ type: "section", text: { type: "mrkdwn", text: cut(text) } }, ...details] };
}

/** Slack's limit for a text in a block. */
const cut = (text: string) => (text.length > 2900 ? `${text.slice(0, 2900)}…` : text);

/** The three characters that Slack treats as markup. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Events API v2. With the same `dedup_key`, the second event resolves what the first has opened. */
function pagerDuty(target: string, notice: Notice) {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  const routing_key = url?.searchParams.get("routing_key") ?? target;
  url?.searchParams.delete("routing_key");
  const fields = fieldsOf(notice);
  const payload = {
    summary: fields.summary.slice(0, 1024),
    source: "parley",
    severity: "error",
    timestamp: notice.at,
    custom_details: fields,
  };
  return {
    url: url?.href ?? PAGERDUTY,
    body: {
      routing_key,
      event_action: notice.state === "triggered" ? "trigger" : "resolve",
      dedup_key: `parley-alert-${notice.alert.id}`,
      payload,
    },
  };
}
