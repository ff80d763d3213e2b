/** The tools that the callers of a test file name, against those that the agent has. */
import { isObject } from "../../contract/is-object.ts";
import { ROLE_TRAITS } from "../../engine/caller/errand.ts";
import { isRuleGuidance } from "../../engine/rules-language/compile.ts";
import { parseProgram } from "../../engine/rules-language/syntax/parser.ts";
import { nodesOf } from "../../engine/rules-language/syntax/walk.ts";
import type { AgentTool } from "../../engine/tools/tool.ts";
import { nearest } from "../nearest.ts";
import { pathFault } from "./check.ts";
import type { Openness } from "./openness.ts";
import type { Parsed } from "./parsed.ts";
import type { TestCaller } from "./test-callers.ts";

/**
 * Warns of names that are almost those of tools: what is expected of such a tool would never happen. A rule may forbid a tool that
 * the agent does not have, so it is only a warning.
 */
export function warnOfTools(
  parsed: Parsed,
  callers: readonly TestCaller[],
  tools: readonly AgentTool[],
  openness: Openness,
): void {
  const names = new Set(tools.map(({ name }) => name));
  for (const { path, fields } of callers)
    for (const name of toolsNamedIn(fields)) {
      const near = names.has(name) ? undefined : nearest(name, names);
      if (near === undefined) continue;
      const message = `${JSON.stringify(name)} is not one of the agent's tools; did you mean ${near}?`;
      openness.warn(pathFault(parsed, path, message), `tool ${name}`);
    }
}

/**
 * Warns of callers who come for a tool that the agent does not have, so that nobody can help them. `tools` must be all that it has.
 * Names that are almost those of tools have a warning already.
 */
export function warnOfGoals(
  parsed: Parsed,
  callers: readonly TestCaller[],
  tools: readonly AgentTool[],
  openness: Openness,
): void {
  const names = tools.map(({ name }) => name);
  for (const { path, fields } of callers)
    for (const tool of goalToolsIn(fields)) {
      if (names.includes(tool) || nearest(tool, names) !== undefined) continue;
      const others = names.length === 0 ? "none" : names.slice(0, 10).join(", ");
      const message = `goal.tool: the agent has no tool ${tool}; it has ${others}`;
      openness.warn(pathFault(parsed, path, message), `goal ${tool}`);
    }
}

/**
 * Almost-equal names after a run, where nobody has said which tools the agent has: names that no conversation has called, and that are
 * almost those that it has.
 */
export function missedTools(
  callers: readonly TestCaller[],
  called: ReadonlySet<string>,
): { readonly name: string; readonly near: string }[] {
  const names = new Set(callers.flatMap(({ fields }) => toolsNamedIn(fields)));
  return [...names].flatMap((name) => {
    const near = called.has(name) ? undefined : nearest(name, called);
    return near === undefined ? [] : [{ name, near }];
  });
}

/** In the goal, the expected tool calls, and the rules of the success criteria. */
function toolsNamedIn({ traits, expected_tool_calls, success_criteria }: TestCaller["fields"]): string[] {
  const rules = isRuleGuidance(String(success_criteria ?? "")) ? String(success_criteria) : "";
  const nodes = rules === "" ? [] : nodesOf(parseProgram(rules).program);
  const names = [
    ...goalToolsIn({ traits }),
    ...items(expected_tool_calls).map(({ name }) => name),
    ...nodes.flatMap((node) =>
      node.kind === "call" || node.kind === "value" || node.kind === "result" ? [node.tool] : [],
    ),
  ];
  return [...new Set(names.filter((name) => typeof name === "string"))];
}

/** The tool that a caller has come for. */
const goalToolsIn = ({ traits }: TestCaller["fields"]): string[] =>
  items(traits).flatMap(({ trait_name, value }) =>
    trait_name === ROLE_TRAITS.tool && typeof value === "string" ? [value] : [],
  );

const items = (list: unknown) => (Array.isArray(list) ? list.filter(isObject) : []);
