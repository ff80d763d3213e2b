import type { Side } from "../../../contract/values.ts";
import { ownWords } from "../../caller/facts/own-words.ts";
import { languageOf } from "../../caller/language.ts";
import { clean } from "../../transcript/fold.ts";
import { capitalized } from "../../words/capitalized.ts";
import type { WorkflowGraph, WorkflowNode } from "./graph.ts";
import type { Path } from "./paths.ts";

/** A turn of `enriched_playback`: what the caller says on an edge, or what the agent does in a node. */
export interface PlaybackTurn extends Record<string, unknown> {
  turn: number;
  role: Side;
  utterance?: string;
  node?: string;
  description?: string;
  condition?: string;
  tool_calls?: WorkflowNode["tool_calls"];
}

const ENGLISH = languageOf("en");

/** The turns of a path, in order: the agent's node, the caller's edge, the next node, and so on. */
export function playbackOf(graph: WorkflowGraph, path: Path): PlaybackTurn[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const turns: Omit<PlaybackTurn, "turn">[] = agentTurn(nodes.get(path.start));
  for (const place of path.edges) {
    const edge = graph.edges[place];
    if (!edge) continue;
    const { condition } = edge;
    const utterance = edge.utterance ?? (condition === undefined ? undefined : inOwnWords(condition));
    if (utterance !== undefined)
      turns.push({ role: "USER", utterance, ...(condition !== undefined && { condition }) });
    turns.push(...agentTurn(nodes.get(edge.to)));
  }
  return turns.map((turn, place) => ({ turn: place + 1, ...turn }) as PlaybackTurn);
}

function agentTurn(node: WorkflowNode | undefined): Omit<PlaybackTurn, "turn">[] {
  if (!node) return [];
  const { id, says, description, tool_calls } = node;
  return [
    {
      role: "AGENT",
      node: id,
      ...(says !== undefined && { utterance: says }),
      ...(description !== undefined && { description }),
      ...(tool_calls && { tool_calls }),
    },
  ];
}

/** Turns "The caller wants to cancel" into "I'd like to cancel". Keeps other conditions unchanged. */
function inOwnWords(condition: string): string {
  const plain = clean(condition)
    .replace(/^(?:if|when|because) /i, "")
    .trim();
  const sentence = capitalized(plain);
  const own = ownWords(sentence, ENGLISH) ?? sentence;
  return /[.!?]$/.test(own) ? own : `${own}.`;
}
