/** What must have become of the tables (`expected_state`), as clauses of the rule language. */
import { isObject } from "../../contract/is-object.ts";
import type { Output } from "../../contract/types.ts";
import { isRuleGuidance } from "../rules-language/compile.ts";
import { parseProgram } from "../rules-language/syntax/parser.ts";
import { nodesOf } from "../rules-language/syntax/walk.ts";

type ExpectedState = Output<"ExpectedState">;

/** The rules of an expected state. Undefined if it expects nothing. */
export function rulesOf({ tables = {}, only = false }: ExpectedState): string | undefined {
  const clauses = Object.entries(tables).flatMap(([table, { has = [], never_has = [], unchanged }]) => [
    ...has.map((row) => `pass when state ${table} has ${JSON.stringify(row)}`),
    ...never_has.map((row) => `fail when state ${table} has ${JSON.stringify(row)}`),
    ...(unchanged ? [`fail when state ${table} changed`] : []),
  ]);
  if (only) {
    const expected = Object.entries(tables).map(
      ([table, { has = [], never_has = [] }]) => `${table}: ${JSON.stringify([...has, ...never_has])}`,
    );
    clauses.push(`fail when not state changed only {${expected.join(", ")}}`);
  }
  return clauses.length > 0 ? ["@rules", ...clauses].join("\n") : undefined;
}

/** Whether a digital human says what must become of the tables. */
export const expectsState = (fields: Readonly<Record<string, unknown>>): boolean =>
  stateTablesIn(fields).length > 0 ||
  (isObject(fields["expected_state"]) && fields["expected_state"]["only"] === true);

/** The tables that a digital human expects something of: in `expected_state`, and in rules of its success criteria. */
export function stateTablesIn(fields: Readonly<Record<string, unknown>>): string[] {
  const { expected_state, success_criteria } = fields;
  const rules = [
    isRuleGuidance(String(success_criteria ?? "")) ? String(success_criteria) : "",
    isObject(expected_state) ? (rulesOf(expected_state as ExpectedState) ?? "") : "",
  ];
  const nodes = rules.flatMap((text) => (text === "" ? [] : nodesOf(parseProgram(text).program)));
  const named = nodes.flatMap((node) => {
    if (node.kind === "has" || node.kind === "changed") return [node.table];
    return node.kind === "changed_only" ? node.tables.map(({ table }) => table) : [];
  });
  return [...new Set(named)];
}
