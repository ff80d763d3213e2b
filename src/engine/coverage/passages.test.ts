import { describe, expect, it } from "vitest";
import { coverageInShort, coverageOf } from "./coverage.ts";
import { passagesOf, textsIn } from "./passages.ts";

const CLINIC = `# Maple Street clinic

Open Monday to Friday from 8:00 to 18:00,
Saturday from 9:00 to 12:00, closed on public holidays.

## Fees

Ask at the desk.

## Appointments
An appointment takes 15 minutes, a first visit 30. It can be moved or cancelled without a fee until the day before.

## Children
An appointment takes 15 minutes, a first visit 30. Children come with a parent, who signs for them at the desk.

## Bring along

An identity card, the insurance card and a list of the medicines you take.
`;
const passages = passagesOf(
  CLINIC,
  "Say: bring an identity card, the insurance card and a list of the medicines.",
);
const [open, moved, children, bring] = passages.names;

describe("passages of a knowledge base", () => {
  it("are its paragraphs that have eight words of their own", () => {
    expect(passages.names).toEqual([
      "Open Monday to Friday from 8:00 to 18:00, Saturday from 9:00 to 12:00, closed on public holidays.",
      expect.stringMatching(/^An appointment takes 15 minutes, a first visit 30\. It can be moved .*…$/),
      expect.stringMatching(/^An appointment takes 15 minutes, a first visit 30\. Children come .*…$/),
      "An identity card, the insurance card and a list of the medicines you take.",
    ]);
    expect(passages.unrecognizable).toBe(1);
  });

  it.each([
    [
      "a run of eight words, whatever their case and punctuation",
      "We're open monday to friday, FROM 8:00 to 18:00!",
      [open],
    ],
    ["the same fact in other words", "We open at eight on weekdays.", []],
    ["seven words in a row", "It can be moved or cancelled without asking.", []],
    ["eight words in a row", "It can be moved or cancelled without a charge.", [moved]],
    ["words that two passages share", "An appointment takes 15 minutes, a first visit 30.", []],
    ["the end of one of these", "A first visit 30. Children come with a parent, who signs.", [children]],
    [
      "words that the prompt has too",
      "Bring an identity card, the insurance card and a list of the medicines.",
      [],
    ],
    ["a run that goes beyond the prompt's", "insurance card and a list of the medicines you take", [bring]],
    ["nothing", "", []],
  ])("%s", (_, said, expected) => {
    expect(passages.seenIn([said], [])).toEqual(expected);
  });

  it("are not seen where the caller has said these words", () => {
    const said = "It can be moved or cancelled without a fee, they told me.";
    expect(passages.seenIn([`You are right. ${said}`], [])).toEqual([moved]);
    expect(passages.seenIn([`You are right. ${said}`], [said])).toEqual([]);
  });

  it("are found in the results of tools, however deep", () => {
    const deep = { hits: [{ score: 1, body: { text: "closed on public holidays" } }, [null, "b"]] };
    expect([...textsIn(deep)].toSorted()).toEqual(["b", "closed on public holidays"]);
    expect([...textsIn(null)]).toEqual([]);
  });

  it("with the same beginning keep names of their own", () => {
    const long = (end: string) => `${"one two three four five six seven eight nine ten ".repeat(3)}${end}`;
    const passages = passagesOf(`${long("a b c")}\n\n${long("d e f")}`);
    expect(new Set(passages.names).size).toBe(2);
  });

  it("take time that grows with the text, not with its square", () => {
    const text = Array.from({ length: 60_000 }, (_, at) => `w${at % 20_000}`).join(" ");
    expect(passagesOf(text).seenIn([text], [])).toHaveLength(1);
  });

  it("count as coverage; what was not seen may have been used", () => {
    const none = { held: [], failed: [], undecided: [], tools: [] };
    const seen = passages.seenIn(
      ["closed on public holidays from 9:00 to 12:00, closed on public holidays"],
      [],
    );
    const coverage = coverageOf({ knowledge: passages }, [{ ...none, knowledge: seen }, none]);
    expect(coverage.knowledge).toMatchObject({ met: 1, total: 4, share: 0.25 });
    expect(coverage.knowledge?.items.map(({ standing }) => standing)).toEqual([
      "reached",
      "nothing_seen",
      "nothing_seen",
      "nothing_seen",
    ]);
    expect(coverageInShort(coverage)).toBe("knowledge passages 1 of 4");
    expect(coverageInShort(coverageOf({ knowledge: passages }, [none]))).toBeUndefined();
    expect(coverage.left_out.join("\n")).toContain("1 has no 8 words in a row that are nowhere else");
  });
});
