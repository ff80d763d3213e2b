import { readCall } from "../../../contract/readings/call.ts";
import { CALL_STATUSES, OUTCOMES } from "../../../contract/values.ts";
import { defineCommand, option } from "../command.ts";
import { dayOrTime, integerFrom, oneOf, text } from "../parsers.ts";
import { pageHint } from "../shared/page-hint.ts";
import { listCalls } from "./shared/list-calls.ts";

/** Applies only to calls that are evaluated. */
const countOf = (name: "passed" | "failed") => (call: Parameters<typeof readCall>[0]) =>
  readCall(call).evaluation?.counts[name];

export const command = defineCommand({
  needs: ["list_all_call_logs", "list_call_logs"],
  about:
    "Newest first. Filters are combined: a call is listed if it matches all of them. Times are compared with the start of " +
    "the call. A service may list only the calls of one agent: then give --agent.",
  options: {
    agent_id: option("--agent <id>", "only calls of this agent (default: of every agent)", integerFrom(1)),
    label: option(
      "--label <label>",
      "only calls submitted with this label; one without has production",
      text,
    ),
    status: option("--status <status>", "only calls with this status", oneOf(CALL_STATUSES)),
    outcome: option(
      "--outcome <outcome>",
      "only calls with this outcome; incompleted: a verdict that decides was not reached",
      oneOf(OUTCOMES),
    ),
    tag: option("--tag <tag>", "only calls with this tag"),
    id: option("--id <start>", "only calls whose id begins with this"),
    since: option("--since <time>", "only calls that began then or later, such as 2026-11-01", dayOrTime),
    until: option("--until <time>", "only calls that began before then", dayOrTime),
    page: option("--page <n>", "this page (the service's default: 1)", integerFrom(1)),
    page_size: option("--page-size <n>", "calls per page (the service's default: 50)", integerFrom(1)),
  },
  examples: [
    ["parley evaluate list --agent 101 --since 2026-11-01", "the calls of agent 101 since a day"],
    ["parley evaluate list --agent 101 --label production", "calls of the versions that were in production"],
    ["parley evaluate list --agent 101 --outcome failed --tag vip", "failed calls with a tag"],
    ["parley evaluate list --status INCOMPLETED --json --query 'call_logs[].id'", "ids to look into"],
  ],
  view: {
    kind: "rows",
    rows: "call_logs",
    columns: [
      "id",
      { title: "agent", value: "agent_id" },
      "status",
      { title: "passed", value: countOf("passed") },
      { title: "failed", value: countOf("failed") },
      { title: "tags", value: "tags" },
      { title: "started", value: "start_time_utc", kind: "time" },
    ],
    empty: "no calls",
  },
  async run(context, query) {
    const data = await listCalls(context, query);
    return { data, hint: pageHint(data, "calls") };
  },
});
