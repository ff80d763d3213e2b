/**
 * Reading stops after this many steps, about 30 ms. A text of nothing but open braces would be read again
 * from each of them, and a text of nothing but small objects is expensive to parse. An object of 100,000
 * characters is still read.
 */
const WORK_MAXIMUM = 1_500_000;
/** The cost in steps of parsing a character and an object. Looking at a character costs one step. */
const STEPS = { character: 9, object: 400 };

/** Where the next object, or the next `<think>` mark, may begin. */
const NEXT = /\{|<think>|<\/think>/g;

/**
 * The JSON objects in a text, in order. The text may contain anything else, such as a code fence or a
 * preface. An object inside another belongs to that one. Leaves out the thoughts of a reasoning model:
 * between `<think>` and `</think>`, after a `<think>` that is never closed, and before a `</think>` that was
 * never opened. Also leaves out an object in which a key occurs twice, because it says two things.
 */
export function jsonObjects(text: string): Record<string, unknown>[] {
  let objects: Record<string, unknown>[] = [];
  let work = 0;
  let at = 0;
  for (;;) {
    NEXT.lastIndex = at;
    const match = NEXT.exec(text);
    if (!match) break;
    const start = match.index;
    at = start + match[0].length;
    if (match[0] === "<think>") {
      const close = text.indexOf("</think>", at);
      if (close < 0) break;
      at = close + "</think>".length;
    } else if (match[0] === "</think>") objects = [];
    else {
      const end = endOfObject(text, start, WORK_MAXIMUM - work);
      work += (end ?? text.length) - start;
      if (end !== undefined) work += STEPS.object + STEPS.character * (end - start);
      if (work > WORK_MAXIMUM) break;
      const object = end === undefined ? undefined : parseObject(text.slice(start, end));
      if (object && end !== undefined) at = end;
      if (object && object !== "ambiguous") objects.push(object);
    }
  }
  return objects;
}

/**
 * The index after the brace that closes the one at `start`, assuming the text is JSON. Undefined if it is not
 * `within` this many characters.
 */
function endOfObject(text: string, start: number, within: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < Math.min(text.length, start + within); at++) {
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

/** The keys of a valid JSON object as they are written, without keys of objects inside it. */
function keysOf(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]/gs)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (token !== ":") last = token;
    else if (depth === 1) keys.push(last);
  }
  return keys;
}
