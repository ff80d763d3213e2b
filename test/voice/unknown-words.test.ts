/** Calls in which not all words are known: nobody is blamed for a value that may have been said. */
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

const SAYS = ["Which name is the table for?", "A table for Tuesday is booked. Goodbye."];
const INVENTED = "Check: invented_value";

interface Case {
  /** Which of its sentences the agent tells. */
  readonly tells: readonly boolean[];
  readonly name: string;
  readonly recorded_transcript?: readonly object[];
}

/** Books a table under a name once the caller has answered. Returns the verdicts by name, and the outcome. */
async function verdicts({ tells, name, recorded_transcript }: Case) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", effectful_tools: ["book_table"] });
  const prompt_text = 'Never say "gratis". Always ask for the name before you call book_table.';
  const versions = `/v1/agents/${agent_id}/prompts/versions`;
  await acme("POST", versions, { prompt_text, labels: ["production"] });
  const drafted: { rule: string | null }[] = (await acme("POST", `${versions}/1/draft-policies`, {})).body
    .policies;
  const policies = drafted.flatMap((one) => (one.rule ? [{ ...one, status: "accepted" }] : []));
  expect((await acme("PUT", `${versions}/1/policies`, { policies })).status).toBe(200);
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const caller = {
    intent: "Wants a table on Tuesday. The full name is Anna Miller.",
    creativity: 0,
    speaks_first_config: { speaks_first: true, message: "A table on Tuesday for Anna Miller, please." },
  };
  await makeDigitalHuman(acme, caller, [simulation_id]);
  const websocket_url = await agents.serve(async (socket, headers) => {
    const simulation_result_id = Number(headers["x-simulation-result-id"]);
    const report = (type: string, body: object) =>
      acme("POST", "/v1/send-http-text-message", { simulation_result_id, type, ...body });
    const say = async (turn: number) => {
      const data = tells[turn] ? { text: SAYS[turn] } : {};
      socket.send(JSON.stringify({ type: "speech.started", data }));
      await sendPaced(socket, soundBytes(900));
      socket.send(JSON.stringify({ type: "speech.completed", data: {} }));
    };
    let turn = 0;
    socket.on("message", async (data, isBinary) => {
      if (isBinary || JSON.parse(String(data)).type !== "speech.completed") return;
      if (turn === 2) return socket.close(1000);
      if (turn === 1)
        await report("tool_call", { name: "book_table", parameters: { name }, output: { booked: true } });
      if (turn === 1 && recorded_transcript)
        await acme("POST", "/v1/update-simulation-result", { simulation_result_id, recorded_transcript });
      await say(turn++);
    });
  });
  const [{ evaluation, outcome }] = await callAll(acme, { simulation_id, websocket_url });
  const all: { name: string; status: string; reason?: string; value: unknown }[] = evaluation.verdicts;
  return { all, outcome, invented: all.find((one) => one.name === INVENTED) };
}

const MISHEARD = [
  { speaker: "USER", utterance: "A table on Tuesday for Ana Mila, please.", start_offset_ms: 500 },
  { speaker: "AGENT", utterance: SAYS[0], start_offset_ms: 3000 },
  { speaker: "AGENT", utterance: SAYS[1], start_offset_ms: 60_000 },
];

test.concurrent.each<[string, Case]>([
  ["no words of the agent are known", { tells: [false, false], name: "Anna Miller" }],
  ["only its first words are known", { tells: [true, false], name: "Anna Miller" }],
  ["only its last words are known", { tells: [false, true], name: "Maria Lopez" }],
  [
    "the agent has recognized the words",
    { tells: [false, false], name: "Anna Miller", recorded_transcript: MISHEARD },
  ],
])("%s: the value is not called invented", async (_, made) => {
  const { all, outcome, invented } = await verdicts(made);
  expect(invented).toMatchObject({ status: "NOT_EVALUATED", reason: "no_transcript", value: null });
  expect(all.filter(({ value }) => value === false)).toEqual([]);
  expect(outcome).toBe("incompleted");
});

test.concurrent("without words, no policy is called kept or broken", async () => {
  const { all } = await verdicts({ tells: [false, false], name: "Anna Miller" });
  const policies = all.filter(({ name }) => name.startsWith("Policy: "));
  expect(policies.length).toBeGreaterThan(0);
  for (const policy of policies)
    expect(policy).toMatchObject({ status: "NOT_EVALUATED", reason: "no_transcript", value: null });
});

test.concurrent("with all words, a value that nobody said is still found, and one that the caller said is not", async () => {
  const { invented } = await verdicts({ tells: [true, true], name: "Maria Lopez" });
  expect(invented).toMatchObject({ status: "EVALUATED", value: false });
  expect((await verdicts({ tells: [true, true], name: "Anna Miller" })).invented).toBeUndefined();
});
