import { quantile } from "../metrics/timing/statistics.ts";
import { COMPONENTS, type Component, type Measured } from "./components.ts";

/** A span as it is stored. */
export interface KeptSpan extends Omit<Measured, "simulation_result_id"> {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly start_ms: number;
  readonly duration_ms: number;
}

interface Latency {
  readonly component: Component;
  readonly spans: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly max_ms: number;
  /** The median time to the first token or audio. Null if no span has it. */
  readonly first_p50_ms: number | null;
}

/**
 * The latency of each component, and the tool calls in the order in which they began. A span inside another
 * of the same component is part of that one, and is not counted again.
 */
export function summarize(spans: readonly KeptSpan[]) {
  const byId = new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span]));
  const above = componentsAbove(spans, byId);
  const own = spans.filter((span) => span.component === null || !above(span).has(span.component));
  const began = spans.length > 0 ? Math.min(...spans.map(({ start_ms }) => start_ms)) : 0;
  const latency = COMPONENTS.flatMap((component): Latency[] => {
    const spans_of = own.filter((span) => span.component === component);
    if (spans_of.length === 0) return [];
    const durations = spans_of.map(({ duration_ms }) => duration_ms);
    const firsts = spans_of.flatMap(({ first_ms }) => first_ms ?? []);
    return [
      {
        component,
        spans: spans_of.length,
        p50_ms: quantileOf(durations, 0.5),
        p95_ms: quantileOf(durations, 0.95),
        max_ms: quantileOf(durations, 1),
        first_p50_ms: firsts.length > 0 ? quantileOf(firsts, 0.5) : null,
      },
    ];
  });
  const tool_calls = own
    .flatMap(({ tool, start_ms, duration_ms }) =>
      tool ? [{ ...tool, offset_ms: rounded(start_ms - began), duration_ms: rounded(duration_ms) }] : [],
    )
    .sort((a, b) => a.offset_ms - b.offset_ms);
  return {
    trace_ids: [...new Set(spans.map(({ trace_id }) => trace_id))].sort(),
    spans: spans.length,
    latency,
    tool_calls,
  };
}

/**
 * The components of a span's ancestors. Visits each span once, however long the chains are, and cuts circles.
 */
function componentsAbove(
  spans: readonly KeptSpan[],
  byId: ReadonlyMap<string, KeptSpan>,
): (span: KeptSpan) => ReadonlySet<Component> {
  const components = new Map<KeptSpan, ReadonlySet<Component>>();
  for (const span of spans) {
    const chain: KeptSpan[] = [];
    const onChain = new Set<KeptSpan>();
    let at: KeptSpan | undefined = span;
    while (at && !components.has(at) && !onChain.has(at)) {
      chain.push(at);
      onChain.add(at);
      at = at.parent_span_id === null ? undefined : byId.get(`${at.trace_id} ${at.parent_span_id}`);
    }
    let parent = at && components.has(at) ? at : undefined;
    for (const below of chain.reverse()) {
      components.set(below, parent ? withOwn(parent, components.get(parent) ?? NONE) : NONE);
      parent = below;
    }
  }
  return (span) => components.get(span) ?? NONE;
}

const NONE: ReadonlySet<Component> = new Set();

/** Returns the same set if nothing is new, so that a long chain needs few sets. */
const withOwn = ({ component }: KeptSpan, above: ReadonlySet<Component>): ReadonlySet<Component> =>
  component === null || above.has(component) ? above : new Set([...above, component]);

/** Interpolates between the two nearest values, like the built-in metrics. */
const quantileOf = (values: readonly number[], share: number) =>
  rounded(quantile(Float64Array.from(values).sort(), share) ?? 0);

const rounded = (ms: number) => Math.round(ms * 1000) / 1000;
