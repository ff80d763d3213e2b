/** Calls that the agent's side reports, without those that the conversation's world has recorded itself. */
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { Row } from "../../store/schema.ts";
import type { ResultUpdate } from "./updates.ts";

/** What was reported, where each recorded call is recognized once. */
export function withoutRecorded(
  update: ResultUpdate,
  calls: readonly Pick<Row<"logged_tool_call">, "name" | "parameters" | "world">[],
): ResultUpdate {
  const recorded = calls.filter(({ world }) => world !== null);
  if (!update.tool_calls || recorded.length === 0) return update;
  const counts = new Map<string, number>();
  for (const { name, parameters } of recorded) {
    const key = keyOf(name, JSON.parse(parameters ?? "{}"));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const tool_calls = update.tool_calls.filter(({ name, parameters }) => {
    const key = keyOf(name, parameters ?? {});
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
  return { ...update, tool_calls };
}

const keyOf = (name: string, parameters: unknown) => `${name} ${canonicalJson(parameters)}`;
