import { describe, expect, it } from "vitest";
import { policyName } from "../policies/verdict-name.ts";
import { coverageInShort, coverageOf, type Reached, tooLittle } from "./coverage.ts";

const policy = (sentence: string, about: object = {}) => ({
  sentence,
  rule: "fail when agent says /x/",
  status: "accepted",
  ...about,
});
const conversation = (about: Partial<Reached>): Reached => ({
  held: [],
  failed: [],
  undecided: [],
  tools: [],
  ...about,
});
const names = (...sentences: string[]) => sentences.map(policyName);

describe("coverage", () => {
  const ground = {
    policies: ["a", "b", "c", "d"].map((one) => policy(one)),
    tools: ["book", "cancel"],
    paths: ["w/0", "w/1"],
  };
  const conversations = [
    conversation({ held: names("a", "b"), tools: ["book", "book"], path: "w/0" }),
    conversation({ held: names("a"), failed: names("b"), undecided: names("c") }),
  ];
  const coverage = coverageOf(ground, conversations);

  it("tells kept, broken, undecided and never met apart", () => {
    expect(coverage.policies).toEqual({
      met: 2,
      total: 4,
      share: 0.5,
      items: [
        { name: "a", standing: "kept", conversations: 2 },
        { name: "b", standing: "broken", conversations: 2 },
        { name: "c", standing: "undecided", conversations: 0 },
        { name: "d", standing: "never_met", conversations: 0 },
      ],
    });
  });

  it("counts conversations, not calls", () => {
    expect(coverage.tools?.items).toEqual([
      { name: "book", standing: "reached", conversations: 1 },
      { name: "cancel", standing: "never_met", conversations: 0 },
    ]);
    expect(coverage.paths?.items.map(({ standing }) => standing)).toEqual(["reached", "never_met"]);
    expect(coverageInShort(coverage)).toBe("policies 2 of 4, tools 1 of 2, paths 1 of 2");
  });

  it("counts only accepted policies with a rule, and says so", () => {
    const { policies, left_out } = coverageOf(
      {
        policies: [
          policy("a"),
          policy("b", { status: "proposed" }),
          policy("c", { rule: null }),
          policy("d", { status: "rejected" }),
        ],
      },
      [],
    );
    expect(policies?.items.map(({ name }) => name)).toEqual(["a"]);
    expect(left_out.join("\n")).toMatch(/1 is not accepted[\s\S]*1 has no rule[\s\S]*tools: nobody/);
  });

  it("demands a least share, and never takes what is not known for enough", () => {
    expect(tooLittle(coverage, { policies: 0.5, tools: 0.5 })).toEqual([]);
    expect(tooLittle(coverage, { policies: 0.9 })).toEqual(["policies: 2 of 4 met (50%); 90% required"]);
    const unknown = coverageOf({}, conversations);
    expect(unknown.policies).toBeNull();
    expect(tooLittle(unknown, { policies: 0 })).toHaveLength(1);
    const [why] = tooLittle(coverageOf({ policies: [{ sentence: "Be kind.", status: "proposed" }] }, []), {
      policies: 0.9,
    });
    expect(why).toBe(
      "policies: no policy is accepted, so none can be met (`parley policies review FILE` accepts them); 90% required",
    );
    expect(coverageInShort(unknown)).toBeUndefined();
  });
});
