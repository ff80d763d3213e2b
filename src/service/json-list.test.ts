import { expect, test } from "vitest";
import { jsonList } from "./json-list.ts";
import { JsonPieces } from "./json-text.ts";

/** Each is read alone. */
const large = (...ids: number[]) => ids.map((id) => ({ id, bytes: 1024 * 1024 }));

/** What is sent of a list whose rows of some ids have been deleted meanwhile. */
async function sent(list: Parameters<typeof jsonList<number>>[1], ...gone: number[]) {
  const read = async (ids: readonly number[]) => ids.filter((id) => !gone.includes(id)).map(String);
  const answer = await jsonList(['{"rows":[', '],"total":9}'], list, read);
  if (!(answer instanceof JsonPieces)) return { pieces: 1, answer: JSON.parse(answer.text) };
  const pieces: string[] = [];
  for await (const piece of answer.pieces) pieces.push(String(piece));
  return { pieces: pieces.length, answer: JSON.parse(pieces.join("")) };
}

test("a short list is one text, and none is an empty one", async () => {
  const short = [3, 1, 2].map((id) => ({ id, bytes: 10 }));
  expect(await sent(short)).toEqual({ pieces: 1, answer: { rows: [3, 1, 2], total: 9 } });
  expect(await sent([])).toEqual({ pieces: 1, answer: { rows: [], total: 9 } });
});

test.each([
  [[], [4, 3, 2, 1]],
  [[4], [3, 2, 1]],
  [
    [4, 2],
    [3, 1],
  ],
  [
    [1, 2],
    [4, 3],
  ],
  [[1, 2, 3, 4], []],
])(
  "a long list is sent in pieces, in its order, without what is deleted meanwhile: %j",
  async (gone, rows) => {
    const { pieces, answer } = await sent(large(4, 3, 2, 1), ...gone);
    expect(answer).toEqual({ rows, total: 9 });
    expect(pieces).toBeGreaterThan(1);
  },
);
