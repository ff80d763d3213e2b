/** The parameters in the body of a request, which has them as a form or as JSON. */
import type { IncomingMessage } from "node:http";
import { isObject } from "../../../contract/is-object.ts";
import { Refused } from "../../errors.ts";
import { textBody } from "../../http/form-body.ts";
import { headerOf } from "../../http/incoming.ts";
import { CallRefused } from "./refused.ts";

/** XML of 4000 characters, in the longest encoding, and the rest. */
const MAXIMUM = 64 * 1024;
const OBJECT = "{…}";

/** @throws Refused */
export async function fieldsIn(incoming: IncomingMessage): Promise<URLSearchParams> {
  const isJson = /^application\/json\b/i.test(headerOf(incoming, "content-type") ?? "");
  const body = await textBody(incoming, MAXIMUM);
  if (body === undefined) throw new Refused(413, `the body has more than ${MAXIMUM} bytes`);
  return isJson ? fieldsOfJson(body) : new URLSearchParams(body);
}

/**
 * The fields of an object. A list has one for each of its items, as in a form. No parameter that has an effect is an object, so
 * it is enough to know that there is one.
 * @throws CallRefused
 */
function fieldsOfJson(text: string): URLSearchParams {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new CallRefused("unsupported", "The body is not valid JSON");
  }
  if (!isObject(body)) throw new CallRefused("unsupported", "The body is not a JSON object");
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null) fields.append(name, typeof one === "object" ? OBJECT : String(one));
  return fields;
}
