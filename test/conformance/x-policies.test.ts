import { describe, expect, test } from "vitest";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const KEEP = 'Never say "sure thing".';
const CHANGE = 'Never say "no problem".';
const policy = (sentence: string, words: string, fields: object = {}) => ({
  sentence,
  reads: `the agent never says "${words}"`,
  rule: `fail when agent says "${words}"`,
  keeps: ["user: Hello?", "agent: Good morning."],
  breaks: ["user: Hello?", `agent: ${words}, I can do that.`],
  status: "accepted",
  ...fields,
});

/** An agent with a version for each text. Returns the path of a version. */
async function versionsOf(...texts: string[]) {
  const { path } = await makeAgent(acme);
  for (const prompt_text of texts)
    expect((await acme("POST", `${path}/prompts/versions`, { prompt_text })).status).toBe(200);
  return (version: number) => `${path}/prompts/versions/${version}`;
}

const BOTH = `You work for a clinic. ${KEEP} ${CHANGE}`;
const reviewed = [policy(KEEP, "sure thing"), policy(CHANGE, "no problem", { status: "rejected" })];
const sentencesOf = (body: { policies: { sentence: string; status: string }[] }) =>
  body.policies.map(({ sentence, status }) => `${status}: ${sentence}`);

describe("PUT /v1/agents/{agent_id}/prompts/versions/{version}/policies", () => {
  test("stores the decisions, which replace earlier ones", async () => {
    const at = await versionsOf(BOTH);
    const stored = await acme("PUT", `${at(1)}/policies`, { policies: reviewed });
    expectAnswer("review_prompt_policies", stored);
    expect(stored.body).toMatchObject({ version: 1, reviewed_in: 1, policies: reviewed, dropped: [] });
    const read = await acme("GET", `${at(1)}/policies`);
    expectAnswer("list_prompt_policies", read);
    expect(read.body).toEqual(stored.body);
    await acme("PUT", `${at(1)}/policies`, {
      policies: [policy(KEEP, "sure thing", { status: "rejected" })],
    });
    expect(sentencesOf((await acme("GET", `${at(1)}/policies`)).body)).toEqual([`rejected: ${KEEP}`]);
  });

  test.each([
    ["has no rule", { rule: null }, /^policies\.1\.status: an accepted policy needs a rule/],
    [
      "has a rule that cannot be read",
      { rule: "fail when agent sings" },
      /^policies\.1\.rule: line 1, column /,
    ],
    [
      "has a rule that fails on the exchange that should keep it",
      { keeps: ["user: Hello?", "agent: sure thing"] },
      /^policies\.1\.keeps: the rule fails on this exchange/,
    ],
    [
      "has a rule that lets the exchange pass that should break it",
      { breaks: ["user: Hello?", "agent: Good morning."] },
      /^policies\.1\.breaks: the rule doesn't fail on this exchange/,
    ],
  ])("answers 400 if an accepted policy %s, and stores nothing", async (_, fields, why) => {
    const at = await versionsOf(BOTH);
    const policies = [policy(CHANGE, "no problem"), policy(KEEP, "sure thing", fields)];
    expectRefusal(await acme("PUT", `${at(1)}/policies`, { policies }), 400, why);
    expect((await acme("GET", `${at(1)}/policies`)).body).toMatchObject({ reviewed_in: null, policies: [] });
  });

  test("takes a rejected policy without a rule", async () => {
    const at = await versionsOf(BOTH);
    const policies = [{ sentence: KEEP, rule: null, status: "rejected" }];
    expectAnswer("review_prompt_policies", await acme("PUT", `${at(1)}/policies`, { policies }));
  });
});

describe("a later version", () => {
  test("keeps the decisions on sentences that it still has, and names those that went", async () => {
    const at = await versionsOf(BOTH, `You work for a clinic. Be kind. ${KEEP}`);
    await acme("PUT", `${at(1)}/policies`, { policies: reviewed });
    const { body } = await acme("GET", `${at(2)}/policies`);
    expect(body).toMatchObject({ version: 2, reviewed_in: 1, dropped: [CHANGE] });
    expect(sentencesOf(body)).toEqual([`accepted: ${KEEP}`]);
  });

  test("has a review of its own as soon as it gets one; the earlier version keeps its own", async () => {
    const at = await versionsOf(BOTH, BOTH);
    await acme("PUT", `${at(1)}/policies`, { policies: reviewed });
    await acme("PUT", `${at(2)}/policies`, {
      policies: [policy(KEEP, "sure thing", { status: "rejected" })],
    });
    expect(sentencesOf((await acme("GET", `${at(2)}/policies`)).body)).toEqual([`rejected: ${KEEP}`]);
    expect(sentencesOf((await acme("GET", `${at(1)}/policies`)).body)).toEqual(
      reviewed.map(({ sentence, status }) => `${status}: ${sentence}`),
    );
  });
});

describe("POST /v1/agents/{agent_id}/prompts/versions/{version}/draft-policies", () => {
  test("proposes what nobody has decided on, keeps the rest, and stores nothing", async () => {
    const at = await versionsOf(BOTH);
    await acme("PUT", `${at(1)}/policies`, { policies: [policy(KEEP, "sure thing")] });
    const before = (await acme("GET", `${at(1)}/policies`)).body;
    const drafted = await acme("POST", `${at(1)}/draft-policies`, {});
    expectAnswer("draft_prompt_policies", drafted);
    expect(sentencesOf(drafted.body)).toEqual([`accepted: ${KEEP}`, `proposed: ${CHANGE}`]);
    expect((await acme("GET", `${at(1)}/policies`)).body).toEqual(before);
  });

  test("proposes a changed sentence again, and names the one that it replaced", async () => {
    const at = await versionsOf(BOTH);
    await acme("PUT", `${at(1)}/policies`, { policies: reviewed });
    const prompt_text = `You work for a clinic. ${KEEP} Never say "no worries".`;
    const { body } = await acme("POST", `${at(1)}/draft-policies`, { prompt_text });
    expect(sentencesOf(body)).toEqual([`accepted: ${KEEP}`, 'proposed: Never say "no worries".']);
    expect(body.dropped).toEqual([CHANGE]);
  });
});

test.each([
  ["GET", "policies", undefined],
  ["PUT", "policies", { policies: [] }],
  ["POST", "draft-policies", {}],
] as const)(
  "%s …/%s answers 404 for another organization's agent and for a version that is not there",
  async (method, last, body) => {
    const at = await versionsOf(BOTH);
    expectRefusal(await rival(method, `${at(1)}/${last}`, body), 404, /agent/);
    expectRefusal(await acme(method, `${at(9)}/${last}`, body), 404, /9/);
  },
);
