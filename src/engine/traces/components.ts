/**
 * Which part of a voice agent a span measures. Reads attributes of OpenTelemetry, OpenInference, Traceloop,
 * LiveKit, Pipecat, pydantic-ai, and Vercel's AI SDK.
 */
import type { Span } from "./otlp.ts";

type Fields = Span["attributes"];

/** Speech to text, the model, tools, text to speech. */
export const COMPONENTS = ["stt", "llm", "tool", "tts"] as const;
export type Component = (typeof COMPONENTS)[number];

/** What is kept of a span: enough for latencies and tool calls, but no prompt, answer, or other text. */
export interface Measured {
  readonly component: Component | null;
  /** Time to the first token or the first audio, if the span has it. */
  readonly first_ms: number | null;
  readonly tool: { readonly name: string; readonly parameters?: unknown; readonly output?: unknown } | null;
  /** The conversation that the span belongs to, if it names one. */
  readonly simulation_result_id: string | null;
}

const KINDS: Readonly<Record<string, Component>> = {
  chat: "llm",
  text_completion: "llm",
  generate_content: "llm",
  execute_tool: "tool",
  llm: "llm",
  tool: "tool",
  stt: "stt",
  tts: "tts",
  // Pipecat, for models that hear and speak
  llm_response: "llm",
  llm_tool_call: "tool",
  // Vercel's AI SDK: the spans without `do` are those of the whole generation.
  "ai.generatetext.dogenerate": "llm",
  "ai.streamtext.dostream": "llm",
  "ai.generateobject.dogenerate": "llm",
  "ai.streamobject.dostream": "llm",
  "ai.toolcall": "tool",
};
const KIND_ATTRIBUTES = [
  "parley.component",
  "gen_ai.operation.name",
  "openinference.span.kind",
  "traceloop.span.kind",
  "ai.operationId",
];
/** Names that say what a span is if no attribute does. LiveKit's nodes have no kind. */
const NAMES: Readonly<Record<string, Component>> = {
  stt: "stt",
  stt_node: "stt",
  llm: "llm",
  llm_node: "llm",
  llm_request: "llm",
  tool: "tool",
  function_tool: "tool",
  tts: "tts",
  tts_node: "tts",
  tts_request: "tts",
};
/** In seconds. */
const FIRST_ATTRIBUTES = [
  "metrics.ttfb",
  "gen_ai.server.time_to_first_token",
  "gen_ai.response.time_to_first_chunk",
  "lk.response.ttft",
  "gen_ai.client.operation.time_to_first_chunk",
  "lk.response.ttft",
  "lk.response.ttfb",
];
const FIRST_MS_ATTRIBUTES = ["ai.response.msToFirstChunk"];
/** Attributes that only the span of a tool call has. */
const CALLED_TOOLS = [
  "gen_ai.tool.name",
  "lk.function_tool.name",
  "ai.toolCall.name",
  "tool.function_name",
  "tool.name",
];
const TOOL_NAMES = [...CALLED_TOOLS, "traceloop.entity.name"];
/** `tool.parameters` of OpenInference is the schema of the tool, so it is not read. */
const TOOL_PARAMETERS = [
  "gen_ai.tool.call.arguments",
  "lk.pii.function_tool.arguments",
  "lk.function_tool.arguments",
  "ai.toolCall.args",
  "tool.arguments",
  "tool_arguments",
  "input.value",
  "traceloop.entity.input",
];
const TOOL_OUTPUTS = [
  "gen_ai.tool.call.result",
  "lk.pii.function_tool.output",
  "lk.function_tool.output",
  "ai.toolCall.result",
  "tool.result",
  "tool_response",
  "output.value",
  "traceloop.entity.output",
];
const RESULT_IDS = [
  "X-Simulation-Result-Id",
  "x-simulation-result-id",
  "simulation_result_id",
  "parley.simulation_result_id",
  "http.request.header.x-simulation-result-id",
];
/** How many characters are read of a tool's name, of a conversation's id, and of a kind. */
const NAME_MAXIMUM = 200;
/** How many characters are kept of a tool's input or output. */
const TEXT_MAXIMUM = 10_000;

/**
 * What a span measures. Its resource may name the conversation and the component instead. A tool call is
 * always the span's own.
 */
export function measure({ name, attributes, shared, failed }: Span): Measured {
  const component = componentOf(name, attributes, shared);
  const seconds = first(attributes, FIRST_ATTRIBUTES);
  const ms = typeof seconds === "number" ? seconds * 1000 : first(attributes, FIRST_MS_ATTRIBUTES);
  const id = first(attributes, RESULT_IDS) ?? first(shared, RESULT_IDS);
  const result_id = Array.isArray(id) ? id[0] : id;
  const output = jsonOf(first(attributes, TOOL_OUTPUTS));
  const parameters = jsonOf(first(attributes, TOOL_PARAMETERS));
  return {
    component,
    first_ms: typeof ms === "number" && ms >= 0 ? ms : null,
    tool:
      component === "tool"
        ? {
            name: String(first(attributes, TOOL_NAMES) ?? name).slice(0, NAME_MAXIMUM),
            ...(parameters !== undefined && { parameters }),
            ...(failed || saysError(attributes)
              ? { output: { is_error: true, output: output ?? null } }
              : output !== undefined && { output }),
          }
        : null,
    simulation_result_id:
      result_id === undefined || result_id === null ? null : String(result_id).slice(0, NAME_MAXIMUM),
  };
}

/**
 * The kind that a span is given decides, also one that is not a component, such as `invoke_agent`, `CHAIN` or
 * `workflow`. The name counts only if there is no kind.
 */
function componentOf(name: string, attributes: Fields, shared: Fields): Component | null {
  const own = kindIn(attributes);
  if (own !== undefined) return own;
  if (first(attributes, CALLED_TOOLS) !== undefined) return "tool";
  return kindIn(shared) ?? (Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null);
}

/** The first known kind. Null if only others are given; undefined if none is. */
function kindIn(attributes: Fields): Component | null | undefined {
  let component: null | undefined;
  for (const attribute of KIND_ATTRIBUTES) {
    const kind = attributes[attribute];
    if (typeof kind !== "string" || kind === "") continue;
    const lower_case = kind.slice(0, NAME_MAXIMUM).toLowerCase();
    if (Object.hasOwn(KINDS, lower_case)) return KINDS[lower_case] ?? null;
    component = null;
  }
  return component;
}

/** LiveKit and Pipecat leave the status of the span alone when a tool answers with an error. */
const saysError = (attributes: Fields) =>
  attributes["lk.function_tool.is_error"] === true || attributes["tool.result_status"] === "error";

const first = (attributes: Fields, names: readonly string[]): unknown =>
  names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);

function jsonOf(value: unknown): unknown {
  if (typeof value !== "string") {
    const text = JSON.stringify(value) ?? "";
    return text.length > TEXT_MAXIMUM ? `${text.slice(0, TEXT_MAXIMUM)}…` : value;
  }
  if (value.length > TEXT_MAXIMUM) return `${value.slice(0, TEXT_MAXIMUM)}…`;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
