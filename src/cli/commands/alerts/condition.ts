/** What an alert looks at and who it notifies, from flags. */
import type { Body } from "../../../contract/types.ts";
import { ALERT_ENTITIES, ALERT_SCOPES } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import { list, option } from "../command.ts";
import { integerFrom, oneOf, type Parser, pair, text } from "../parsers.ts";

type Alert = Body<"create_alert">;
type Condition = Pick<Alert, "entity_field" | "operator" | "comparison_value">;

const OPERATORS: Readonly<Record<string, Alert["operator"]>> = {
  ">": "greater_than",
  ">=": "greater_than_or_equal",
  "<": "less_than",
  "<=": "less_than_or_equal",
  "=": "equals",
  "!=": "not_equals",
  contains: "contains",
  "!contains": "not_contains",
};

const condition: Parser<Condition> = {
  parse(value) {
    const [, field, sign = "", wanted] =
      /^(.*?\S)\s*(>=|<=|!=|>|<|=|\s!?contains\s)\s*(.*)$/s.exec(value) ?? [];
    const operator = OPERATORS[sign.trim()];
    if (!field || !operator || wanted === undefined || wanted === "")
      throw usage(
        `must be a field, one of ${Object.keys(OPERATORS).join(" ")}, and a value, not "${value}"`,
        {
          hint: "such as 'avg_agent_latency > 3' or 'Greeting = false'",
        },
      );
    return { entity_field: field.trim(), operator, comparison_value: wanted.trim() };
  },
};

export const conditionOptions = {
  name: option("--name <text>", "name of the alert", text),
  when: option("--when <condition>", "a field, a comparison and a value: 'avg_agent_latency > 3'", condition),
  of: option(
    "--of <kind>",
    "what the field is: a built-in metric, a custom metric, or an expectation in a digital human's record",
    oneOf(ALERT_ENTITIES),
  ),
  min_events: option(
    "--min-events <n>",
    "how many evaluations within the interval must meet it (default: 10)",
    integerFrom(1),
  ),
  clear_events: option(
    "--clear-events <n>",
    "resolve the alert when no more than this many are left (default: half of --min-events)",
    integerFrom(0),
  ),
  within: option("--within <seconds>", "the interval (default: 600)", integerFrom(1)),
  agent_ids: list("--agent-id <id>", "only of this agent (default: all); repeatable", integerFrom(1)),
  scope: option("--scope <scope>", "calls, conversations of runs, or all", oneOf(ALERT_SCOPES)),
  notify: list("--notify <kind=target>", "webhook=URL, slack=URL or pagerduty=KEY; repeatable", pair),
};

interface Given {
  readonly name: string | undefined;
  readonly when: Condition | undefined;
  readonly of: Alert["entity_type"] | undefined;
  readonly min_events: number | undefined;
  readonly clear_events: number | undefined;
  readonly within: number | undefined;
  readonly agent_ids: readonly number[];
  readonly scope: Alert["source_scope"];
  readonly notify: readonly (readonly [type: string, target: string])[];
}

/** The fields that the flags name. */
export function fieldsFrom(given: Given): Partial<Alert> {
  const { name, when, of, min_events, clear_events, within, agent_ids, scope, notify } = given;
  return {
    ...(name !== undefined && { name }),
    ...when,
    ...(of && { entity_type: of }),
    ...(min_events !== undefined && { min_events }),
    ...(clear_events !== undefined && { clear_events }),
    ...(within !== undefined && { threshold_time_interval: within }),
    ...(agent_ids.length > 0 && { agent_ids: [...agent_ids], applies_to_all_agents: false }),
    ...(scope && { source_scope: scope }),
    ...(notify.length > 0 && { notification_channels: notify.map(([type, target]) => ({ type, target })) }),
  };
}
