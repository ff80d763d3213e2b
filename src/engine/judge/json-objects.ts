/** Steps after which a text is given up: one that is nothing but open braces would be read again from each. */
const WORK_MAXIMUM = 4_000_000;

/**
 * The JSON objects in a text that may hold anything else, such as a code fence or a preface, in order. An object
 * inside of another is part of that. What a reasoning model thought aloud (`<think>…</think>`) is left out.
 */
export function jsonObjects(text: string): Record<string, unknown>[] {
  const spoken = withoutThoughts(text);
  const objects: Record<string, unknown>[] = [];
  let work = 0;
  for (let start = spoken.indexOf("{"); start >= 0; ) {
    const end = endOfObject(spoken, start);
    work += (end ?? spoken.length) - start;
    const object = end === undefined ? undefined : parseObject(spoken.slice(start, end));
    if (object) objects.push(object);
    if (work > WORK_MAXIMUM) break;
    start = spoken.indexOf("{", object && end !== undefined ? end : start + 1);
  }
  return objects;
}

/** Not a pattern: over many `<think>` that are never closed its work would grow with their square. */
function withoutThoughts(text: string): string {
  let spoken = "";
  let at = 0;
  for (let open = text.indexOf("<think>"); open >= 0; open = text.indexOf("<think>", at)) {
    const close = text.indexOf("</think>", open);
    if (close < 0) break;
    spoken += text.slice(at, open);
    at = close + "</think>".length;
  }
  return spoken + text.slice(at);
}

/** Behind the brace that closes the one at `start`, were it JSON; undefined when none does. */
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

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
