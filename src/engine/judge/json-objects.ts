/** Steps after which reading stops: a text of nothing but open braces would be read again from each. */
const WORK_MAXIMUM = 4_000_000;

/** Where the next object or the next mark of a thought may begin. */
const NEXT = /\{|<think>|<\/think>/g;

/**
 * The JSON objects in a text that may hold anything else, such as a code fence or a preface, in order. An object inside
 * another is part of that. What a reasoning model thought aloud is left out: between `<think>` and `</think>`, after a
 * `<think>` that is never closed, and before a `</think>` that was never opened. An object in which a key is given twice
 * is left out too, because it says two things.
 */
export function jsonObjects(text: string): Record<string, unknown>[] {
  let objects: Record<string, unknown>[] = [];
  let work = 0;
  let at = 0;
  while (work <= WORK_MAXIMUM) {
    NEXT.lastIndex = at;
    const found = NEXT.exec(text);
    if (!found) break;
    const start = found.index;
    at = start + found[0].length;
    if (found[0] === "<think>") {
      const close = text.indexOf("</think>", at);
      if (close < 0) break;
      at = close + "</think>".length;
    } else if (found[0] === "</think>") objects = [];
    else {
      const end = endOfObject(text, start);
      work += (end ?? text.length) - start;
      const object = end === undefined ? undefined : parseObject(text.slice(start, end));
      if (object && end !== undefined) at = end;
      if (object && object !== "ambiguous") objects.push(object);
    }
  }
  return objects;
}

/** The index after the brace that closes the one at `start`, if this were JSON; undefined without one. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | "ambiguous" | undefined {
  try {
    const object: Record<string, unknown> = JSON.parse(text);
    return keysOf(text).length === Object.keys(object).length ? object : "ambiguous";
  } catch {
    return undefined;
  }
}

/** The keys of a valid JSON object as they are written, without those of objects inside it. */
function keysOf(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (token !== ":") last = token;
    else if (depth === 1) keys.push(last);
  }
  return keys;
}
