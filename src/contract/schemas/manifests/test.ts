import { z } from "zod";
import { keepClosed } from "../../accept-unknown.ts";
import { DURATION } from "../../duration.ts";
import { EXPECTATION_MAXIMUM } from "../../limits.ts";
import { SOCKET_PROTOCOLS, TELEPHONE_PROTOCOLS } from "../../rules/agent-reach.ts";
import { DIALLED_CARRIERS } from "../../values.ts";
import { AgentTool } from "../agent.ts";
import { freeObject, list, text } from "../common.ts";
import { DigitalHumanCreate } from "../digital-human.ts";
import { hasNoPassword, headerValue, probedUrl, stateKeys } from "../state-probe.ts";
import { plainFields } from "./plain.ts";

const duration = z.string().regex(DURATION, "must be a time such as 10s, 500ms or 2m");
const urlWith = (protocols: RegExp, named: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.test(new URL(value).protocol), {
    error: ({ input }) =>
      /^[a-z]+:\/\/./.test(String(input)) && !URL.canParse(String(input))
        ? "must be a URL: its host or its port (up to 65535) cannot be right"
        : `must be a URL with ${named}`,
  });

const url = urlWith(/^https?:$/, "http:// or https://");

/** An agent that was built for a telephone company. */
const telephone = (company: string) =>
  urlWith(TELEPHONE_PROTOCOLS, "http://, https://, ws:// or wss://")
    .optional()
    .describe(
      `an agent built for ${company}: its webhook for incoming calls, or its stream (ws:// or wss://)`,
    );

const NO_PASSWORD =
  "must not contain a password; api_key_env names the environment variable that has the key";

const plainUrl = url.refine(hasNoPassword, NO_PASSWORD);

const NO_AGENT = "must name the agent: …/v1/convai/conversation?agent_id=…";

/** How a model that is the agent gets its key, and how its tool calls are answered. */
const model = {
  api_key_env: text
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable")
    .optional()
    .describe("the environment variable that has the API key"),
  tool_outputs: list(
    z.strictObject({
      tool: text.min(1).describe("the tool that is called"),
      when: freeObject.optional().describe("parameters that the call must have; all of them must be equal"),
      output: z.unknown().describe("what the tool answers"),
    }),
  )
    .optional()
    .describe("answers the agent's tool calls; the first that fits"),
};

const ChatAgent = z.strictObject({
  url: plainUrl.describe(
    "the base URL of an OpenAI-compatible API, such as https://api.openai.com/v1, or its endpoint, " +
      "/chat/completions or /responses",
  ),
  model: text.min(1).describe("the name of the model"),
  ...model,
});

const RealtimeAgent = z.strictObject({
  url: urlWith(SOCKET_PROTOCOLS, "ws:// or wss://")
    .refine(hasNoPassword, NO_PASSWORD)
    .describe("the WebSocket of the session, such as wss://api.openai.com/v1/realtime?model=gpt-realtime"),
  ...model,
});

const ElevenlabsAgent = z.strictObject({
  agent_id: text.min(1).optional().describe("the id of the agent, at wss://api.elevenlabs.io"),
  url: urlWith(SOCKET_PROTOCOLS, "ws:// or wss://")
    .refine(hasNoPassword, NO_PASSWORD)
    .refine((value) => URL.canParse(value) && new URL(value).searchParams.has("agent_id"), NO_AGENT)
    .optional()
    .describe(
      "instead of agent_id: the WebSocket of a conversation, such as wss://api.elevenlabs.io/v1/convai/conversation?agent_id=…",
    ),
  text_only: z
    .boolean()
    .optional()
    .describe(
      "by text, the conversation is without sound, which the agent's settings must allow (default: true); false does not ask for that",
    ),
  overrides: freeObject
    .optional()
    .describe(
      "conversation_config_override: fields of the agent's configuration, as far as its settings allow",
    ),
  dynamic_variables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe("the values of the agent's dynamic variables"),
  ...model,
});

const TestedAgent = keepClosed(
  z.strictObject({
    name: text.min(1).optional().describe("how the output names the agent"),
    command: text
      .min(1)
      .optional()
      .describe(
        "starts the agent, in the file's folder; it is stopped after the test, with all that it has started",
      ),
    http: url.optional().describe("the agent's webhook, which gets each turn of a caller and answers it"),
    stdio: z
      .literal(true)
      .optional()
      .describe("the command reads each turn as a line of JSON and writes its answer as a line of JSON"),
    module: text
      .min(1)
      .optional()
      .describe("a JavaScript or TypeScript file, relative to this one, whose default export answers a turn"),
    chat: ChatAgent.optional().describe(
      "an OpenAI-compatible API: the agent is its model with the prompt and the tools of this file",
    ),
    pipecat: urlWith(SOCKET_PROTOCOLS, "ws:// or wss://")
      .optional()
      .describe(
        "the WebSocket of a Pipecat bot's evaluation transport (python bot.py -t eval): callers write to it",
      ),
    livekit: z
      .literal("console")
      .optional()
      .describe(
        "the command runs an agent of LiveKit, such as node --import tsx agent.ts: its console connects, once for each conversation, and callers write to it",
      ),
    voice: z
      .boolean()
      .optional()
      .describe(
        "true, with livekit, pipecat, realtime or elevenlabs: callers speak with the agent, instead of writing to it",
      ),
    realtime: RealtimeAgent.optional().describe(
      "a session of a realtime model: the agent is the model with the prompt and the tools of this file",
    ),
    elevenlabs: ElevenlabsAgent.optional().describe(
      "an agent of ElevenLabs, over the WebSocket of its conversations",
    ),
    websocket: urlWith(SOCKET_PROTOCOLS, "ws:// or wss://")
      .optional()
      .describe("the agent's WebSocket, which callers call: 16 kHz PCM in binary frames, both ways"),
    twilio: telephone("Twilio"),
    telnyx: telephone("Telnyx"),
    plivo: telephone("Plivo"),
    exotel: telephone("Exotel"),
    dial: z
      .literal([true, ...DIALLED_CARRIERS])
      .optional()
      .describe(
        "the command is started for each call and connects to the WebSocket in PARLEY_DIAL_URL, instead of being called; " +
          "with twilio, telnyx or plivo, it creates the call by that company's API at PARLEY_BASE_URL",
      ),
    websocket_username: text.min(1).optional().describe("the user name that callers send to the agent"),
    websocket_password: text
      .min(1)
      .optional()
      .describe(
        "the password that callers send, or the auth token or API key of the telephone company; take it from the " +
          "environment, such as $" +
          "{TWILIO_AUTH_TOKEN}",
      ),
    state_probe: z
      .strictObject({
        url: probedUrl
          .optional()
          .describe("GET answers with the state as JSON: an object with a list of rows for each table"),
        headers: z
          .record(z.string(), headerValue)
          .optional()
          .describe("headers of the request; take secrets from the environment, such as $" + "{SHOP_TOKEN}"),
        command: text
          .min(1)
          .optional()
          .describe(
            "instead of url: writes the same JSON on stdout; it runs in the file's folder, for each conversation twice",
          ),
        keys: stateKeys.optional(),
      })
      .optional()
      .describe(
        "asks the agent's own system for its state before and after each conversation; in url and headers, " +
          "{simulation_result_id} is the id of the conversation, for a system that keeps a state for each",
      ),
    ready: text
      .min(1)
      .optional()
      .describe("the agent is ready when it has written this; default: when its port is open"),
    ready_within: duration.optional().describe("how long the agent may take to become ready; default 30s"),
    env: z.record(z.string(), z.string()).optional().describe("further environment variables of the command"),
    http_webhook_key: text.min(1).optional().describe("signs what is sent to http; default: a random key"),
    prompt: text.min(1).optional().describe("a text file with the agent's prompt, relative to this file"),
    tools: z
      .union([list(AgentTool), text.min(1)])
      .optional()
      .describe(
        "the tools that the agent can call: a list, or a file, relative to this one, with OpenAI function definitions, " +
          "an MCP answer to tools/list, or an OpenAPI document",
      ),
  }),
);

const expectations = list(text.min(1).max(EXPECTATION_MAXIMUM)).describe(
  'what must hold: clauses such as `calls book_appointment`, `never calls refund`, `says "confirmed"`, ' +
    "`response_latency.p95 < 2s`, any clause of the rule language, or a sentence for a judge",
);

const { name: _, test_name: __, ...fields } = z.strictObject(DigitalHumanCreate.shape).partial().shape;
const caller = { ...plainFields, ...fields, expect: expectations.optional() };

const ScriptedTurn = z.strictObject({
  say: text.min(1).describe("what the caller says, word for word"),
  expect: expectations
    .optional()
    .describe("what must hold for the answer to this turn alone: clauses, no sentences for a judge"),
});

const GivenTurn = z.union([z.strictObject({ user: text.min(1) }), z.strictObject({ agent: text.min(1) })]);

const Caller = z
  .strictObject({
    name: text.min(1).optional().describe("the caller's name: the test's identity in this file"),
    from: text
      .min(1)
      .optional()
      .describe(
        "instead of a name: a manifest of digital humans, a transcript to replay (.txt, .vtt, .srt), or a folder of them, " +
          "relative to this file: all of them call",
      ),
    turns: list(ScriptedTurn)
      .min(1)
      .optional()
      .describe("what the caller says, in this order, whatever the agent answers"),
    given: list(GivenTurn)
      .min(1)
      .optional()
      .describe(
        "the conversation so far, ending with a turn of the user: the agent gives one answer, which is judged alone",
      ),
    ...caller,
  })
  .superRefine(({ name, from }, context) => {
    if ((name === undefined) !== (from === undefined)) return;
    const message =
      name === undefined ? "field required, unless there is a `from`" : "give name or from, not both";
    const params = name === undefined ? { type: "missing" } : {};
    context.addIssue({ code: "custom", path: ["name"], message, params });
  });

/** An agent, who calls it, and what must hold: what `parley test` runs. */
export const TestManifest = keepClosed(
  z.strictObject({
    kind: z.literal("Test"),
    agent: TestedAgent.optional().describe("optional if the command line has a command"),
    callers: keepClosed(
      z.strictObject({
        defaults: keepClosed(z.strictObject(caller))
          .optional()
          .describe("for every caller that does not set them; expectations are added to the caller's own"),
        list: z.array(Caller).min(1),
      }),
    ),
    world: text
      .min(1)
      .optional()
      .describe(
        "a file of kind World, relative to this file: the agent's tools, with tables that every conversation begins with; " +
          "its address is world_url in every turn, and PARLEY_WORLD_URL of an agent that is started",
      ),
    policies: text
      .min(1)
      .optional()
      .describe("a file of policies, relative to this file: every conversation must keep the accepted ones"),
    max_turns: z.int().min(1).max(1000).optional().describe("turns of a caller; default as in simulations"),
    repeat: z
      .int()
      .min(1)
      .optional()
      .describe("how many conversations of each caller; default 1; --repeat wins"),
    min_pass_rate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "with repeat: share of each caller's conversations that must pass; default 1; --min-pass-rate wins",
      ),
  }),
);
