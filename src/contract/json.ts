import { type Fields, isObject } from "./is-object.ts";

/** The value of a text that is JSON. Undefined if it is not. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a text is in JSON. Undefined if it is anything else. */
export function parseObject(text: string): Fields | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}
