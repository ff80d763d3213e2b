/** The three questions of `parley test --init`, for what its flags do not say. */
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { AGENT_CONNECTIONS, type AgentConnection } from "../../manifest/agent-connection.ts";
import type { InitInput } from "./shared/init-options.ts";
import { placeFault } from "./shared/init-place.ts";

interface Answers {
  readonly way: AgentConnection;
  readonly at: string;
  readonly model: string | undefined;
  /** Empty if callers are drafted from the prompt. */
  readonly goals: readonly string[];
}

const HOW: Readonly<Record<AgentConnection, string>> = {
  http: "a webhook: it gets each turn as JSON",
  stdio: "a command that reads and writes lines of JSON, in any language",
  module: "a JavaScript or TypeScript file that exports a function (it is written if there is none)",
  chat: "a prompt and tools on an OpenAI-compatible API",
  livekit: "an agent of LiveKit, by its console: no server is needed",
  pipecat: "a bot of Pipecat with its evaluation transport",
  realtime: "a session of a realtime model, as OpenAI has it",
  elevenlabs: "an agent of ElevenLabs",
  websocket: "a WebSocket that takes and sends audio: callers speak with it",
  twilio: "an agent built for Twilio: callers speak with it",
  telnyx: "an agent built for Telnyx",
  plivo: "an agent built for Plivo",
  exotel: "an agent built for Exotel",
  dial: "a command that connects to a WebSocket of Parley, once for each call",
};

const WEBHOOK = {
  message: "The URL of its webhook, or of its stream",
  default: "http://127.0.0.1:5050/voice",
};

const WHERE: Readonly<Record<AgentConnection, { readonly message: string; readonly default?: string }>> = {
  http: { message: "Its URL", default: "http://127.0.0.1:9099/agent" },
  stdio: { message: "Its command", default: "python3 agent.py" },
  module: { message: "Its file", default: "agent.mjs" },
  chat: { message: "The URL of the API", default: "https://api.openai.com/v1" },
  livekit: { message: "The command that runs its file", default: "node --import tsx agent.ts" },
  pipecat: { message: "Its URL", default: "ws://127.0.0.1:7860/" },
  realtime: {
    message: "The URL of the session",
    default: "wss://api.openai.com/v1/realtime?model=gpt-realtime",
  },
  elevenlabs: { message: "Its id, or the URL of its conversations" },
  websocket: { message: "Its URL", default: "ws://127.0.0.1:9098/" },
  twilio: WEBHOOK,
  telnyx: WEBHOOK,
  plivo: WEBHOOK,
  exotel: WEBHOOK,
  dial: { message: "Its command", default: "python3 agent.py" },
};

/** @throws Failure (usage) that names every missing flag, if no person can be asked */
export async function askFor({ terminal, signal }: Context, input: InitInput): Promise<Answers> {
  const needsGoal = input.prompt === undefined && input.goal.length === 0;
  const missing = [
    ...(input.agent === undefined ? [`--agent ${AGENT_CONNECTIONS.join("|")}`] : []),
    ...(input.at === undefined ? ["--at <where>"] : []),
    ...(needsGoal ? ["--goal <text>"] : []),
    ...(input.model === undefined && input.agent === "chat" ? ["--model <name>"] : []),
  ];
  if (missing.length > 0 && terminal.nobody)
    throw usage(`cannot ask for input: ${terminal.nobody}`, {
      where: "--init",
      hint: `pass ${missing.join(", ")}`,
    });
  const { askChoice, askText } = await import("../../terminal/prompts.ts");
  const way =
    input.agent ??
    (await askChoice<AgentConnection>(terminal, {
      message: "How is your agent reached?",
      flag: "--agent",
      signal,
      choices: AGENT_CONNECTIONS.map((value) => ({ name: `${value}: ${HOW[value]}`, value })),
    }));
  const at =
    input.at ??
    (await askText(terminal, {
      ...WHERE[way],
      flag: "--at",
      signal,
      validate: (text) => placeFault(way, text),
    }));
  const model =
    way === "chat"
      ? (input.model ?? (await askText(terminal, { message: "Its model", flag: "--model", signal })))
      : undefined;
  const asked = {
    message: "What does a caller want from it?",
    default: "Wants to know the opening hours",
    flag: "--goal",
    signal,
  };
  const goals = needsGoal ? [await askText(terminal, asked)] : input.goal;
  return { way, at, model, goals };
}
