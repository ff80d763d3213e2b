import type { AnswerKind, Expression, MetricOperand } from "./ast.ts";
import { parseConditionOrOperand, parseOperand } from "./condition.ts";
import type { Cursor } from "./cursor.ts";
import { parseEntries, parseItems } from "./entries.ts";
import type { Token } from "./tokens.ts";

/** The answer of a clause of this kind. The `=` of `value =` has been read already. */
export function parseAnswer(cursor: Cursor, kind: AnswerKind): Expression {
  if (kind === "value") return parseOperand(cursor);
  if (kind === "json") return parseObject(cursor) ?? cursor.fail();
  const at = cursor.token.start;
  const string = cursor.take("string", "a text in double quotes") ?? cursor.fail();
  if (kind === "enum") return { kind: "literal", value: string.value, at };
  return { kind: "template", parts: parseTemplate(cursor, string) };
}

/** A value inside `json { … }`: objects, arrays, operands, and conditions, which become true or false. */
function parseMember(cursor: Cursor): Expression {
  return cursor.nest(() => {
    const items = parseItems(cursor, () => parseMember(cursor));
    if (items) return { kind: "array", items };
    return parseObject(cursor) ?? parseConditionOrOperand(cursor);
  });
}

function parseObject(cursor: Cursor): Expression | undefined {
  const entries: { key: string; value: Expression }[] = [];
  const keys = parseEntries(cursor, (key) => entries.push({ key, value: parseMember(cursor) }));
  return keys && { kind: "object", entries };
}

/** Text with `{metric}` in it. A literal brace is written twice. */
export function parseTemplate(
  cursor: Cursor,
  string: Extract<Token, { kind: "string" }>,
  what = "the name of a metric",
): (string | MetricOperand)[] {
  // Without escapes, offsets in the value match those in the source. With escapes, the start of the string is
  // used instead.
  const hasEscapes = string.value.length !== string.end - string.start - 2;
  const offset = (index: number) => (hasEscapes ? string.start : string.start + 1 + index);
  const parts: (string | MetricOperand)[] = [];
  for (const match of string.value.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    const [text, name] = match;
    if (name !== undefined) {
      const at = offset(match.index + 1 + (name.length - name.trimStart().length));
      if (!/^[A-Za-z_][\w.-]*$/.test(name.trim()))
        cursor.failAt(at, `expected ${what} between \`{\` and \`}\``);
      parts.push({ kind: "metric", name: name.trim(), at });
    } else if (text === "{" || text === "}") {
      cursor.failAt(
        offset(match.index),
        `\`${text}\` has no matching brace; for a literal brace write \`${text}${text}\``,
      );
    } else {
      parts.push(text === "{{" || text === "}}" ? text.charAt(0) : text);
    }
  }
  return parts;
}
