import { expect, test } from "vitest";
import { HeardKeys } from "./heard-keys.ts";

/** Keys with the way in which they come, and when: `e2@100` is an event, `t2@100` a tone. */
function taken(...came: string[]): string {
  const keys = new HeardKeys();
  return came
    .filter((one) => {
      const [way = "", key = "", at_ms] = [one[0], one[1], Number(one.slice(3))];
      return keys.takes(key, way === "e" ? "event" : "tone", at_ms);
    })
    .join(" ");
}

test("a key counts once, whether it comes as an event, as a tone, or as both", () => {
  expect(taken("e2@0", "e2@300")).toBe("e2@0 e2@300");
  expect(taken("t2@0", "t2@300")).toBe("t2@0 t2@300");
  expect(taken("e2@0", "t2@140")).toBe("e2@0");
  expect(taken("t2@0", "e2@140")).toBe("t2@0");
  expect(taken("e1@0", "e2@1", "t1@150", "t2@350")).toBe("e1@0 e2@1");
  expect(taken("e2@0", "t2@100", "e2@400", "t2@500")).toBe("e2@0 e2@400");
});

test("another key, or the same key much later, is a key press of its own", () => {
  expect(taken("e2@0", "t3@100")).toBe("e2@0 t3@100");
  expect(taken("e2@0", "t2@2100")).toBe("e2@0 t2@2100");
});
