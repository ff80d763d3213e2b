import { describe, expect, it } from "vitest";
import { pick, sfc32, turnRng } from "./random.ts";

describe("sfc32", () => {
  it("gives the numbers of its definition", () => {
    // out = a + b + n; n = n + 1; a = b ^ b>>>9; b = c + c<<3; c = rotl(c, 21) + out, from (0, 0, 0, 1):
    //   1: out 0+0+1 = 1,  a 0, b 0, c 0+1 = 1
    //   2: out 0+0+2 = 2,  a 0, b 1+8 = 9, c 2^21+2 = 2097154
    //   3: out 0+9+3 = 12
    const rng = sfc32(0, 0, 0, 1);
    expect([rng(), rng(), rng()].map((value) => value * 2 ** 32)).toEqual([1, 2, 12]);
  });
});

describe("turnRng", () => {
  const first = (...seed: Parameters<typeof turnRng>) => turnRng(...seed)();

  it("gives the same numbers for the same seed, and others for any other part of it", () => {
    expect(first("run", "12", 3)).toBe(first("run", "12", 3));
    const others = [
      first("run", "12", 4),
      first("run", "13", 3),
      first("ruin", "12", 3),
      first("run1", "2", 3),
    ];
    expect(new Set([first("run", "12", 3), ...others]).size).toBe(5);
  });

  it("is evenly spread", () => {
    // 4000 draws into 10 bins: 400 each, standard deviation sqrt(4000 * 0.1 * 0.9) = 19; five of them are 95.
    const rng = turnRng("run", "1", 0);
    const bins = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 4000; draw += 1) {
      const bin = Math.floor(rng() * 10);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    expect(Math.max(...bins.map((count) => Math.abs(count - 400)))).toBeLessThan(95);
  });
});

describe("pick", () => {
  const numbers =
    (...values: number[]) =>
    () =>
      values.shift() ?? 0;

  it("takes the template without creativity, and without paraphrases", () => {
    expect(pick(["a", "b"], 0, numbers(0))).toBe("a");
    expect(pick(["a"], 2, numbers(0))).toBe("a");
  });

  it("takes a paraphrase with a probability of half the creativity", () => {
    expect(pick(["a", "b", "c"], 1, numbers(0.49, 0))).toBe("b");
    expect(pick(["a", "b", "c"], 1, numbers(0.49, 0.99))).toBe("c");
    expect(pick(["a", "b", "c"], 1, numbers(0.5, 0))).toBe("a");
    expect(pick(["a", "b", "c"], 2, numbers(0.999, 0.5))).toBe("c");
  });
});
