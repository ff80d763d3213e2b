/** Lists that may be long. */
import { JsonPieces, JsonText } from "./json-text.ts";
import { portionsOf, type Sized } from "./store/portions.ts";
import { yieldNow } from "./yield.ts";

/**
 * The JSON text of a list between `start` and `end`. `read` returns the texts of the named rows that are still there. A
 * long list is read and sent some at a time, and other requests are answered in between.
 */
export async function jsonList<Id>(
  [start, end]: readonly [start: string, end: string],
  list: readonly Sized<Id>[],
  read: (ids: readonly Id[]) => Promise<string[]>,
): Promise<JsonText | JsonPieces> {
  const [first = [], ...others] = portionsOf(list);
  const begun = first.length > 0 ? await read(first) : [];
  if (others.length === 0) return new JsonText(start + begun + end);
  async function* pieces(): AsyncGenerator<string> {
    let separator = begun.length > 0 ? "," : "";
    yield start + begun;
    for (const ids of others) {
      await yieldNow();
      const texts = await read(ids);
      if (texts.length === 0) continue;
      yield separator + texts;
      separator = ",";
    }
    yield end;
  }
  return new JsonPieces(pieces());
}
