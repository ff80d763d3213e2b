/** A first test file, as text, and an agent to begin with. */
import type { AgentConnection } from "../../manifest/agent-connection.ts";
import { writeYaml } from "../../yaml/write.ts";
import type { DraftedCallers } from "./drafted-callers.ts";

export interface Starter {
  readonly way: AgentConnection;
  /** A URL, a command, or a file. */
  readonly at: string;
  /** Starts an agent behind a URL. */
  readonly command: string | undefined;
  readonly model: string | undefined;
  readonly prompt: string | undefined;
  readonly tools: string | undefined;
  readonly tool_names: readonly string[];
  readonly policies: string | undefined;
  /** What callers want, if none were drafted. */
  readonly goals: readonly string[];
  readonly drafted: DraftedCallers;
  /** The agent is `STARTER_AGENT`. */
  readonly has_starter: boolean;
}

const HEAD = `# An agent, who calls it, and what must hold: \`parley test\` runs it.
# \`parley docs testing\` explains every field, and what else can be expected: calls a_tool, never calls a_tool,
# says "some words", response_latency.p95 < 2s, or a sentence for a judge.
`;

const DRAFTS = `# The callers are drafts: read what each wants, knows and expects before you rely on it.
`;

const OPEN = `
# These callers need facts that only you know. Fill in what is null, and move them into the list.
`;
const ALL_OPEN = `# They need facts that only you know: fill in what is null. Until then, \`parley test\` refuses to run.
`;

/** Holds for every agent. */
const EXPECTED = ["response_latency.p95 < 5s", "never says /undefined|\\[object Object\\]/"];

export function starterFile(starter: Starter): string {
  const { drafted, policies } = starter;
  const isDrafted = drafted.ready.length + drafted.open.length > 0;
  const isReady = drafted.ready.length > 0;
  const [list, open] = isReady
    ? [drafted.ready, drafted.open]
    : [isDrafted ? drafted.open : callersOf(starter), []];
  const file = writeYaml({
    kind: "Test",
    agent: agentOf(starter),
    callers: { defaults: { expect: EXPECTED }, list },
    ...(policies !== undefined && { policies }),
  });
  const about = `${isDrafted ? DRAFTS : ""}${isDrafted && !isReady ? ALL_OPEN : ""}`;
  const below = open.length === 0 ? "" : `${OPEN}${commented(writeYaml(open))}`;
  return `${HEAD}${about}${file}${below}`;
}

const FULL_NAMES = ["Ana Diaz", "Ben Okafor", "Chloe Martin", "Dan Novak", "Eva Lindqvist"];

function callersOf({ goals, has_starter }: Starter): object[] {
  const wanted = goals.length > 0 ? goals : ["Asks what you can help with"];
  return wanted.map((intent, place) => {
    const full_name = FULL_NAMES[place % FULL_NAMES.length] ?? "";
    const round = Math.floor(place / FULL_NAMES.length);
    return {
      name: `${full_name.split(" ")[0]}${round === 0 ? "" : ` ${round + 1}`}`,
      intent,
      facts: { full_name },
      ...(has_starter && { expect: ["calls take_message"] }),
    };
  });
}

function agentOf({ way, at, command, model, prompt, tools, tool_names }: Starter): object {
  const texts = { ...(prompt !== undefined && { prompt }), ...(tools !== undefined && { tools }) };
  if (way === "module") return { module: at, ...texts };
  if (way === "stdio" || way === "dial") return { command: at, [way]: true, ...texts };
  if (way === "livekit") return { command: at, livekit: "console", ...texts };
  const started = command === undefined ? {} : { command };
  const needs_key = /^(?:https|wss):/.test(at);
  const key = { ...(needs_key && { api_key_env: "OPENAI_API_KEY" }) };
  const outputs = {
    ...(tool_names.length > 0 && {
      tool_outputs: tool_names.map((tool) => ({ tool, output: { ok: true } })),
    }),
  };
  if (way === "elevenlabs") {
    const isUrl = at.includes("://");
    const place = isUrl ? { url: at } : { agent_id: at };
    const own = { ...((needs_key || !isUrl) && { api_key_env: "ELEVENLABS_API_KEY" }) };
    return { ...started, ...texts, elevenlabs: { ...place, ...own, ...outputs } };
  }
  if (way === "realtime") return { ...started, ...texts, realtime: { url: at, ...key, ...outputs } };
  if (way !== "chat") return { ...started, [way]: at, ...texts };
  return {
    ...started,
    ...texts,
    // A server on this machine usually needs no key.
    chat: { url: at, model, ...key, ...outputs },
  };
}

const commented = (yaml: string) => yaml.trimEnd().replaceAll(/^/gm, "#   ").concat("\n");

/** An agent that takes a message, for people who have none yet. */
export const STARTER_AGENT = `// Answers each turn of a caller: a text, or an object with tool_calls, message and end_conversation.
export default async function agent({ message, messages }) {
  const asked = messages.filter(({ role }) => role === "user").length;
  if (asked === 1) return "What name may I put down for that?";
  const note = { name: "take_message", parameters: { wish: messages[0].content, from: message }, output: { ok: true } };
  return { tool_calls: [note], message: "Thank you, I have noted it. Goodbye.", end_conversation: true };
}
`;
