import { mistakeOf } from "../errors.ts";
import { nearMiss } from "../near-miss.ts";
import type { Condition, Expression, Operand } from "./ast.ts";
import { type Cursor, SyntaxFault } from "./cursor.ts";
import { parseEvent, parseHappening } from "./event.ts";
import { parseState } from "./state.ts";

const OPERATORS = [">", ">=", "<", "<=", "=", "!="] as const;
const STARTS = ["agent", "user", "tool", "state", "not", "count"];
/** Words with a meaning in the language. No metric has such a name. */
const RESERVED = new Set([
  ...["pass", "fail", "yes", "no", "na", "value", "enum", "text", "json", "when", "else"],
  ...["and", "or", "not", "agent", "user", "says", "tool", "called", "with", "returning", "count", "of"],
  ...["before", "after", "within", "turn", "turns", "never", "once", "twice", "times"],
]);

/** A condition: comparisons and events, joined by `or`, `and` (which binds closer), `not` (closest) and parentheses. */
export function parseCondition(cursor: Cursor): Condition {
  return conditionFrom(cursor, parseConditionOrOperand(cursor));
}

/** A condition, or an operand without a comparison. */
export function parseConditionOrOperand(cursor: Cursor): Condition | Operand {
  return cursor.nest(() => combine(cursor, "or", () => combine(cursor, "and", () => parseTerm(cursor))));
}

function combine(cursor: Cursor, kind: "and" | "or", parse: () => Condition | Operand): Condition | Operand {
  const first = parse();
  // An operand without a comparison can't be joined. `parseComparison` has already made sure that this isn't
  // one.
  if (isOperand(first) || !cursor.word(kind)) return first;
  const terms = [first];
  do terms.push(conditionFrom(cursor, parse()));
  while (cursor.word(kind));
  return { kind, terms };
}

function parseTerm(cursor: Cursor): Condition | Operand {
  if (cursor.word("not")) {
    return { kind: "not", term: cursor.nest(() => conditionFrom(cursor, parseTerm(cursor))) };
  }
  if (cursor.sign("(")) {
    const condition = parseCondition(cursor);
    cursor.expectSign(")");
    return condition;
  }
  return parseState(cursor) ?? parseHappening(cursor) ?? parseComparison(cursor);
}

function parseComparison(cursor: Cursor): Condition | Operand {
  const left = parseOperand(cursor);
  const at = cursor.token.start;
  const operator = cursor.sign(...OPERATORS);
  if (operator) return { kind: "compare", operator, left, right: parseOperand(cursor), at };
  return isWord(cursor, "and", "or") ? conditionFrom(cursor, left) : left;
}

/** A metric, a number with or without a unit, a text, `true`, `false`, `null`, or `count of` an event. */
export function parseOperand(cursor: Cursor): Operand {
  const at = cursor.token.start;
  const number = cursor.take("number", "a number");
  if (number) return { kind: "literal", value: number.value, unit: parseUnit(cursor), at };
  const string = cursor.take("string", "a text in double quotes");
  if (string) return { kind: "literal", value: string.value, at };
  const constant = cursor.word("true", "false", "null");
  if (constant) return { kind: "literal", value: constant === "null" ? null : constant === "true", at };
  if (cursor.word("count")) {
    cursor.expectWord("of");
    return { kind: "count", event: parseEvent(cursor) ?? cursor.fail(), at };
  }
  if (RESERVED.has(cursor.token.text.toLowerCase())) {
    cursor.couldBe("a metric");
    return cursor.fail();
  }
  const metric = cursor.take("word", "a metric") ?? cursor.fail();
  return { kind: "metric", name: metric.text, at };
}

function parseUnit(cursor: Cursor): "ms" | "s" | "%" | undefined {
  const unit = cursor.word("ms", "s") ?? cursor.sign("%");
  const glued = cursor.token.kind === "word" && cursor.token.start === cursor.end;
  return unit === undefined && glued ? cursor.fail() : unit;
}

function conditionFrom(cursor: Cursor, parsed: Condition | Operand): Condition {
  if (!isOperand(parsed)) return parsed;
  // A typo in the first word of an event looks like the name of a metric without a comparison.
  if (parsed.kind === "metric" && nearMiss(parsed.name, STARTS) !== undefined) {
    const expected = STARTS.map((word) => `\`${word}\``);
    throw new SyntaxFault(mistakeOf(parsed.at, expected, parsed.name));
  }
  return cursor.fail();
}

/** Whether an expression is a plain operand. */
export function isOperand(expression: Expression): expression is Operand {
  return expression.kind === "metric" || expression.kind === "literal" || expression.kind === "count";
}

function isWord(cursor: Cursor, ...words: string[]): boolean {
  return cursor.token.kind === "word" && words.includes(cursor.token.text.toLowerCase());
}
