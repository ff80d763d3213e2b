/** Values of files that others have written: every field may be missing, or have another type. */
import { fieldsOf } from "../../contract/is-object.ts";

/** A text, a number or a truth value as text. Undefined if it is empty, or anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The text of a message's content: a text, or a list of parts. */
export const contentOf = (content: unknown): string | undefined =>
  textOf(content) ??
  textOf(
    (Array.isArray(content) ? content : [content])
      .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
      .filter((text) => text !== "")
      .join("\n"),
  );

const NAME_MAXIMUM = 120;

/** The first line of a text, shortened: a name for people. */
export function titleOf(text: string): string {
  const line = text.slice(0, 1000).split("\n", 1)[0]?.replace(/\s+/g, " ").trim() ?? "";
  return line.length > NAME_MAXIMUM ? `${line.slice(0, NAME_MAXIMUM - 1)}…` : line;
}
