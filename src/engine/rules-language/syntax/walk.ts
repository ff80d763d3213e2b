import type { Condition, Constraint, Event, Expression, Matcher, Program, Saying } from "./ast.ts";

export type Node = Expression | Condition | Event | Constraint | Matcher | Saying;

/** Every node of a program, each before the nodes inside it. */
export function nodesOf(program: Program): Node[] {
  const roots = program.clauses.flatMap((clause): Node[] => {
    const conditions = clause.condition ? [clause.condition] : [];
    return "answer" in clause ? [clause.answer, ...conditions] : conditions;
  });
  return roots.flatMap(withInner);
}

function withInner(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(withInner)];
}

function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case "and":
    case "or":
      return node.terms;
    case "not":
      return [node.term];
    case "compare":
      return [node.left, node.right];
    case "happens":
    case "count":
      return [node.event];
    case "has":
      return [node.matcher];
    case "changed_only":
      return node.tables.flatMap(({ matchers }) => matchers);
    case "says":
      return [node.pattern, ...node.constraints];
    case "call":
      return [node.parameters, node.output, ...node.constraints].filter((part) => part !== undefined);
    case "order":
    case "within":
      return [node.anchor];
    case "in":
      return node.options;
    case "matches":
      return [node.pattern];
    case "list":
    case "array":
      return node.items;
    case "shape":
      return node.entries.flatMap(({ key, matcher }) =>
        typeof key === "string" ? [matcher] : [key, matcher],
      );
    case "object":
      return node.entries.map(({ value }) => value);
    case "template":
      return node.parts.filter((part) => typeof part !== "string");
    default:
      return [];
  }
}

/** The same text for two conditions or answers that differ only in their position. */
export function meaningOf(node: Expression): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === "at") return undefined;
    return value === Number.POSITIVE_INFINITY ? "infinite" : value;
  });
}
