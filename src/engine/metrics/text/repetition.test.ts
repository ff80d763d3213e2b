import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Side } from "../conversation.ts";
import { findRepetitions, REPETITION_MIN_WORDS, REPETITION_THRESHOLD } from "./repetition.ts";

interface Turn {
  side: Side;
  entry: number;
  words: readonly number[];
}

function turn(entry: number, words: readonly number[], side: Side = "agent"): Turn {
  return { side, entry, words };
}

/** What is repeated among turns whose words are the given numbers. */
function find(turns: readonly Turn[]) {
  const spoken = turns.map((turn) => ({ ...turn, words: turn.words.map(String) }));
  return findRepetitions({ turns: spoken, count: { agent: 0, user: 0 } });
}

describe("findRepetitions", () => {
  test("a turn with the same words in the same order is an exact repetition", () => {
    const repetitions = find([turn(0, [1, 2, 3, 4]), turn(2, [5, 6, 7, 8]), turn(4, [1, 2, 3, 4])]);
    expect(repetitions).toEqual({ compared: 3, repeated: [{ entry: 4 }], exact: [{ entry: 4 }] });
  });

  test("four words of five in common are a Jaccard similarity of 4/6, too little", () => {
    const repetitions = find([turn(0, [1, 2, 3, 4, 5]), turn(1, [1, 2, 3, 4, 6])]);
    expect(repetitions.repeated).toEqual([]);
  });

  test("a turn of the same four words and one more is similar enough (4/5)", () => {
    const repetitions = find([turn(0, [1, 2, 3, 4]), turn(1, [4, 3, 9, 2, 1])]);
    expect(repetitions).toEqual({ compared: 2, repeated: [{ entry: 1 }], exact: [] });
  });

  test("words that occur twice in a turn count once", () => {
    const repetitions = find([turn(0, [1, 2, 3, 4]), turn(1, [1, 1, 2, 2, 3, 4])]);
    expect(repetitions).toMatchObject({ repeated: [{ entry: 1 }], exact: [] });
  });

  test("short turns and turns of the other side are not compared", () => {
    const words = [1, 2, 3, 4];
    const repetitions = find([
      turn(0, words),
      turn(1, words, "user"),
      turn(2, [1, 2, 3]),
      turn(3, [1, 2, 3]),
    ]);
    expect(repetitions).toEqual({ compared: 1, repeated: [], exact: [] });
  });

  test("finds what comparing every turn with every earlier one finds", () => {
    const words = fc.array(fc.integer({ min: 0, max: 9 }), {
      minLength: REPETITION_MIN_WORDS,
      maxLength: 14,
    });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (turns) => {
        const repetitions = find(turns.map((list, entry) => turn(entry, list)));
        const expected = turns.flatMap((list, entry) =>
          turns.slice(0, entry).some((other) => jaccard(list, other) >= REPETITION_THRESHOLD)
            ? [{ entry }]
            : [],
        );
        expect(repetitions.repeated).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("long turns are compared like short ones", () => {
    const long = Array.from({ length: 100 }, (_, index) => index);
    // 90 of 100 words in common: 90 / 110 = 0.82.
    const similar = long.map((word) => (word < 10 ? word + 1000 : word));
    // 88 of 100: 88 / 112 = 0.79.
    const different = long.map((word) => (word < 12 ? word + 2000 : word));
    expect(find([turn(0, long), turn(1, similar)]).repeated).toEqual([{ entry: 1 }]);
    expect(find([turn(0, long), turn(1, different)]).repeated).toEqual([]);
  });
});

function jaccard(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common);
}
