import { describe, expect, test } from "vitest";
import { completion, refusal } from "../support/completions.ts";
import { evaluated } from "../support/evaluations.ts";
import { expectAnswer, expectFault } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { type Recorded, type Reply, useRecorder } from "../support/recorder.ts";
import { useStrictService } from "../support/service.ts";

const server = useRecorder();
const { acme } = useStrictService(undefined, () => ({
  model: { base_url: `${server.url()}/v1`, model: "writer-1", api_key: "sk-test", timeout_ms: 2_000 },
}));

/** The service keeps answers by sentence, so each test has its own. */
let number = 0;
const SENTENCES = () => {
  number++;
  return [`Be as warm as ${number} suns.`, `Always keep the ${number} rules of the house in mind.`] as const;
};

const RULE = 'fail when agent says "dear"';
const EXCHANGES = {
  keeps: ["user: Hello.", "agent: Good morning."],
  breaks: ["user: Hello.", "agent: What now, dear?"],
};

const isAboutRule = ({ body }: Recorded) =>
  !JSON.stringify(body.messages[0]).includes("two short conversations");
const sentenceIn = ({ body }: Recorded): string =>
  JSON.parse(body.messages[1].content.split("\n")[1]).sentence;
const answering = (rule: string | object, exchanges: object = EXCHANGES) =>
  server.answer((request) => {
    const said = isAboutRule(request) ? (typeof rule === "string" ? { rule } : rule) : exchanges;
    return completion(JSON.stringify(said));
  });

async function agentWith(prompt_text: string) {
  const { path, agent_id } = await makeAgent(acme);
  expect(
    (await acme("POST", `${path}/prompts/versions`, { prompt_text, labels: ["production"] })).status,
  ).toBe(200);
  const at = `${path}/prompts/versions/1`;
  return {
    at,
    agent_id,
    draft: async (body: object = { ask_model: "unread" }) => {
      const reply = await acme("POST", `${at}/draft-policies`, body);
      expectAnswer("draft_prompt_policies", reply);
      return reply.body;
    },
  };
}

const READ = 'Never say "is booked".';

describe("draft-policies with a model", () => {
  test("proposes its rule for a sentence that could not be read, with its exchanges, and says who wrote it", async () => {
    answering(RULE);
    const [sentence] = SENTENCES();
    const { draft, at } = await agentWith(`${READ} ${sentence}`);
    const body = await draft();
    expect(body.model).toBe("writer-1");
    expect(body.policies[0]).not.toHaveProperty("written_by");
    expect(body.policies[1]).toEqual({
      ...{ sentence, line: 1, reads: null, rule: RULE, why: null, ...EXCHANGES },
      ...{ written_by: "model", status: "proposed" },
    });
    expect(server.requests.map(sentenceIn)).toEqual([sentence, sentence]);
    expect(server.requests.map(isAboutRule).toSorted()).toEqual([false, true]);
    // The second question must not show the rule.
    expect(server.requests.find((request) => !isAboutRule(request))?.text).not.toContain("fail when");
    // Nothing is stored, and nothing is binding.
    expect((await acme("GET", `${at}/policies`)).body.policies).toEqual([]);
  });

  test("asks only if the request says so, and for every sentence only by choice", async () => {
    answering(RULE);
    const [sentence] = SENTENCES();
    const { draft } = await agentWith(`${READ} ${sentence}`);
    const plain = await draft({});
    expect(plain).toMatchObject({ model: null, policies: [{ why: null }, { rule: null }] });
    expect(server.requests).toEqual([]);
    const every = await draft({ ask_model: "every" });
    expect(every.policies).toMatchObject([
      { sentence: READ, rule: RULE, written_by: "model" },
      { sentence, rule: RULE, written_by: "model" },
    ]);
  });

  test("keeps its answers by sentence, also for another agent, but not for other tools", async () => {
    answering(RULE);
    const [sentence] = SENTENCES();
    const first = await (await agentWith(sentence)).draft();
    expect(server.requests).toHaveLength(2);
    server.answer(refusal(400, "gone"));
    const again = await (await agentWith(`You run a shop. ${sentence}`)).draft();
    expect(again.policies).toEqual(first.policies);
    expect(server.requests).toHaveLength(2);
    answering(RULE);
    await (await agentWith(`You run a shop with order_item. ${sentence}`)).draft();
    expect(server.requests).toHaveLength(4);
  });

  test("asks nothing about what somebody has decided, or has written a rule for", async () => {
    answering(RULE);
    const [one, other] = SENTENCES();
    const { draft, at } = await agentWith(`${one} ${other} ${READ}`);
    const policies = [
      { sentence: one, rule: null, status: "rejected" },
      { sentence: other, rule: 'fail when agent says "own"', status: "proposed" },
      { sentence: READ, rule: 'fail when agent says "is booked"', status: "accepted" },
    ];
    expectAnswer("review_prompt_policies", await acme("PUT", `${at}/policies`, { policies }));
    expect((await draft({ ask_model: "every" })).policies).toMatchObject(policies);
    expect(server.requests).toEqual([]);
  });

  test("keeps its rule proposed when it is stored: a call that breaks it is suspected, not blamed", async () => {
    answering(RULE);
    const { draft, at, agent_id } = await agentWith(SENTENCES()[0]);
    const { policies } = await draft();
    const say = async () => {
      const transcript = [{ speaker: "AGENT" as const, utterance: "What now, dear?" }];
      return (await evaluated(acme, { agent_id: String(agent_id), transcript })).evaluation;
    };
    const stored = await acme("PUT", `${at}/policies`, { policies });
    expectAnswer("review_prompt_policies", stored);
    expect(stored.body.policies).toMatchObject([{ rule: RULE, written_by: "model", status: "proposed" }]);
    const suspected = await say();
    expect(suspected.suspicions).toMatchObject([{ sentence: policies[0].sentence }]);
    expect(JSON.stringify(suspected)).not.toContain("Policy: ");
    await acme("PUT", `${at}/policies`, { policies: [{ ...policies[0], status: "accepted" }] });
    expect(JSON.stringify(await say())).toContain("Policy: ");
  });

  test("refuses another choice", async () => {
    const { at } = await agentWith(READ);
    const refused = await acme("POST", `${at}/draft-policies`, { ask_model: "some" });
    expectFault(refused, ["body", "ask_model"], "enum");
  });
});

describe("a model that", () => {
  const why = async () => {
    const { draft } = await agentWith(SENTENCES()[0]);
    const { policies } = await draft();
    expect(policies).toMatchObject([{ rule: null, status: "proposed" }]);
    expect(policies[0]).not.toHaveProperty("written_by");
    return policies[0].why as string;
  };

  test.each<[string, () => void, RegExp]>([
    ["has no rule", () => answering(""), /; the model can't say it as a rule either$/],
    [
      "writes no rule language",
      () => answering("The agent must be kind."),
      /; the model's rule can't be read: line 1, column 1: /,
    ],
    [
      "lies about what keeps it",
      () => answering('fail when agent says "morning"'),
      /; the model's rule fails for the model's exchange that keeps it$/,
    ],
    [
      "lies about what breaks it",
      () => answering('fail when agent says "honey"'),
      /; the model's rule holds for the model's exchange that breaks it$/,
    ],
    [
      "makes up a tool",
      () => answering("fail when tool wire_money called"),
      /a tool that the agent doesn't have: wire_money$/,
    ],
    [
      "answers in prose",
      () => server.answer(completion("As you wish.")),
      /; the model's answer has no rule$/,
    ],
    ["answers other fields", () => answering({ verdict: true }), /; the model's answer has no rule$/],
    [
      "refuses",
      () => server.answer(refusal(401, "no such key sk-test")),
      /; the model's server answered with status 401: .*\*\*\*/,
    ],
    [
      "breaks off",
      () => server.answer({ reset: true }),
      /; the model's server cannot be reached, or closed the connection$/,
    ],
    [
      "is hostile",
      () =>
        answering(`fail when agent says /${"(a".repeat(100)}${")*".repeat(100)}/`, {
          keeps: ["agent: \u001b]0;x\u0007".repeat(9)],
          breaks: ["agent: a"],
        }),
      /; the model's rule can't be read: /,
    ],
  ])("%s gives a reason, not a failure", async (_, answer, reason) => {
    answer();
    const said = await why();
    expect(said).toMatch(reason);
    expect(said.length).toBeLessThanOrEqual(201);
  });

  test("answered badly once is asked again by the next draft", async () => {
    const [sentence] = SENTENCES();
    const { draft } = await agentWith(sentence);
    server.answer(completion("As you wish."));
    expect((await draft()).policies[0].rule).toBeNull();
    answering(RULE);
    expect((await draft()).policies[0].rule).toBe(RULE);
  });

  test("fails three times in a row is not asked about the rest", async () => {
    let open = 0;
    let most = 0;
    server.answer((): Reply => {
      open++;
      most = Math.max(most, open);
      setTimeout(() => open--, 20);
      return { ...refusal(401, "gone"), delay_ms: 20 };
    });
    const sentences = Array.from({ length: 30 }, () => SENTENCES()[0]);
    const { draft } = await agentWith(sentences.join("\n"));
    const { policies } = await draft();
    expect(policies).toHaveLength(30);
    expect(server.requests.length).toBeLessThanOrEqual(6);
    expect(most).toBeLessThanOrEqual(4);
    expect(policies.at(-1).why).toMatch(/; the model was not asked: it had failed 3 times in a row$/);
  });

  test("is slow blocks nobody, and its sentences say why they have no rule", async () => {
    server.answer({ ...completion("{}"), delay_ms: 20_000 });
    const { draft, at } = await agentWith(`${READ}\n${SENTENCES()[0]}`);
    let isDrafted = false;
    const drafting = draft().finally(() => {
      isDrafted = true;
    });
    expect((await acme("GET", `${at}/policies`)).status).toBe(200);
    expect(isDrafted).toBe(false);
    const { policies } = await drafting;
    expect(policies[0].rule).not.toBeNull();
    expect(policies[1].why).toMatch(/; the model (?:did not answer within 2 s|was not asked)/);
  }, 30_000);
});

describe("a service without a model", () => {
  const { acme: other } = useStrictService();
  test("says that none was asked", async () => {
    const { path } = await makeAgent(other);
    await other("POST", `${path}/prompts/versions`, { prompt_text: SENTENCES()[0] });
    const { body } = await other("POST", `${path}/prompts/versions/1/draft-policies`, { ask_model: "every" });
    expect(body).toMatchObject({ model: null, policies: [{ rule: null }] });
  });
});
