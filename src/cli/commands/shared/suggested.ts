import { isObject } from "../../../contract/is-object.ts";
import { Failure } from "../../../lib/failure.ts";

/** The suggestions in an answer. They are not stored. @throws Failure (failed) if the answer has no list, or several */
export const suggested = (answer: unknown, name: string) =>
  listNamed(answer, name, { of: "suggestions", done: "Nothing was stored" });

/**
 * An answer whose shape is not published, with its list under `name`. Other services may have the list under another
 * name, or answer with nothing else.
 * @param words.done what the service has done, if anyone might wonder
 * @throws Failure (failed) if the answer has no list, or several
 */
export function listNamed(
  answer: unknown,
  name: string,
  { of, done = "" }: { readonly of: string; readonly done?: string },
): Readonly<Record<string, unknown>> {
  if (Array.isArray(answer)) return { [name]: answer };
  const fields = isObject(answer) ? answer : {};
  if (Array.isArray(fields[name])) return fields;
  const lists = Object.values(fields).filter(Array.isArray);
  const [only] = lists;
  if (only && lists.length === 1) return { ...fields, [name]: only };
  throw new Failure("failed", `the service's answer has no list of ${of}`, {
    code: "unexpected_answer",
    hint: ["the hosted API does not publish what it answers here; `--debug` shows it", done]
      .filter(Boolean)
      .join(". "),
  });
}
