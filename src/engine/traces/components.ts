/**
 * Which part of a voice agent a span measures. Reads attributes of OpenTelemetry, OpenInference, Traceloop,
 * LiveKit, and Pipecat.
 */
import type { Span } from "./otlp.ts";

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
};
const KIND_ATTRIBUTES = [
  "gen_ai.operation.name",
  "openinference.span.kind",
  "traceloop.span.kind",
  "parley.component",
];
const NAMES: readonly (readonly [RegExp, Component])[] = [
  [/(?:^|[\W_])(?:stt|asr|transcri(?:be|ber|ption)|speech[-_ ]?to[-_ ]?text)(?:[\W_]|$)/i, "stt"],
  [/(?:^|[\W_])(?:tts|text[-_ ]?to[-_ ]?speech|synthesi[sz]e)(?:[\W_]|$)/i, "tts"],
  [/(?:^|[\W_])(?:function_tool|function_call|tool|tool_call|execute_tool)(?:[\W_]|$)/i, "tool"],
  [/(?:^|[\W_])(?:llm|chat|completion)(?:[\W_]|$)/i, "llm"],
];
/** In seconds. */
const FIRST_ATTRIBUTES = [
  "metrics.ttfb",
  "gen_ai.server.time_to_first_token",
  "gen_ai.response.time_to_first_chunk",
  "lk.response.ttft",
  "lk.response.ttfb",
];
const TOOL_NAMES = ["gen_ai.tool.name", "tool.name", "lk.function_tool.name", "traceloop.entity.name"];
const TOOL_PARAMETERS = [
  "gen_ai.tool.call.arguments",
  "lk.function_tool.arguments",
  "tool.parameters",
  "input.value",
  "traceloop.entity.input",
];
const TOOL_OUTPUTS = [
  "gen_ai.tool.call.result",
  "lk.function_tool.output",
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
/**
 * How many characters are read of a tool's name, of a conversation's id, and of a name that says which
 * component a span belongs to.
 */
const NAME_MAXIMUM = 200;
/** How many characters are kept of a tool's input or output. */
const TEXT_MAXIMUM = 10_000;

/**
 * What a span measures. Its resource may name the conversation and the component instead. A tool call is
 * always the span's own.
 */
export function measure({ name, attributes, shared, failed }: Span): Measured {
  const component = kindIn(attributes) ?? kindIn(shared) ?? componentNamed(name.slice(0, NAME_MAXIMUM));
  const seconds = first(attributes, FIRST_ATTRIBUTES);
  const id = first(attributes, RESULT_IDS) ?? first(shared, RESULT_IDS);
  const result_id = Array.isArray(id) ? id[0] : id;
  const output = jsonOf(first(attributes, TOOL_OUTPUTS));
  const parameters = jsonOf(first(attributes, TOOL_PARAMETERS));
  return {
    component,
    first_ms: typeof seconds === "number" && seconds >= 0 ? seconds * 1000 : null,
    tool:
      component === "tool"
        ? {
            name: String(first(attributes, TOOL_NAMES) ?? name).slice(0, NAME_MAXIMUM),
            ...(parameters !== undefined && { parameters }),
            ...(failed
              ? { output: { is_error: true, output: output ?? null } }
              : output !== undefined && { output }),
          }
        : null,
    simulation_result_id:
      result_id === undefined || result_id === null ? null : String(result_id).slice(0, NAME_MAXIMUM),
  };
}

const componentNamed = (name: string): Component | null =>
  NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

function kindIn(attributes: Span["attributes"]): Component | null {
  for (const attribute of KIND_ATTRIBUTES) {
    const kind = attributes[attribute];
    if (typeof kind !== "string" || kind.length > NAME_MAXIMUM) continue;
    const known = kind.toLowerCase();
    if (Object.hasOwn(KINDS, known)) return KINDS[known] ?? null;
  }
  return null;
}

const first = (attributes: Span["attributes"], names: readonly string[]): unknown =>
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
