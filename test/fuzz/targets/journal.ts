import fc from "fast-check";
import { parseJournal } from "../../../src/cli/bulk/entries.ts";
import { edited } from "../inputs.ts";
import { target } from "../target.ts";
import { refuses } from "./refused.ts";

const at = "2026-11-01T12:00:00.000Z";
const lines = ["a", "b", "ü"].flatMap((key) => [
  JSON.stringify({ entry: "begin", key, sha256: "0", at }),
  JSON.stringify({ entry: "end", key, sha256: "0", at, outcome: "done", id: 5 }),
]);
const whole = `${lines.join("\n")}\n`;

/** A journal that was edited, truncated, or written by something else. */
export const journal = target({
  name: "journal",
  share: 5,
  inputs: fc.oneof(
    edited(fc.constant(whole)),
    fc.nat({ max: whole.length }).map((length) => whole.slice(0, length)),
  ),
  run: (text) =>
    refuses(() => {
      const content = Buffer.from(text, "utf8");
      const { state, whole_bytes } = parseJournal(content, "journal");
      if (whole_bytes > content.length) throw new Error("more is kept than there was");
      for (const { outcome, at: when } of state.values())
        if (!["done", "failed", "unknown"].includes(outcome) || typeof when !== "string")
          throw new Error("an item without an end");
    }),
});
