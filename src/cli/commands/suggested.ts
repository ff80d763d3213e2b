import { isObject } from "../../contract/is-object.ts";
import { Failure } from "../../lib/failure.ts";

/**
 * The suggestions in an answer, in a list named `name`. Other services may have the list under another name, or answer
 * with nothing else.
 * @throws Failure (failed) if the answer has no list, or several
 */
export function suggested(answer: unknown, name: string): Readonly<Record<string, unknown>> {
  if (Array.isArray(answer)) return { [name]: answer };
  const fields = isObject(answer) ? answer : {};
  if (Array.isArray(fields[name])) return fields;
  const lists = Object.values(fields).filter(Array.isArray);
  const [only] = lists;
  if (only && lists.length === 1) return { ...fields, [name]: only };
  throw new Failure("failed", "the service's answer has no list of suggestions", {
    code: "unexpected_answer",
    hint: "the hosted API does not publish what it answers here; `--debug` shows it. Nothing was stored",
  });
}
