import { groupBy } from "../../../contract/group-by.ts";
import { counted } from "../../../engine/words/counted.ts";

/** What was generated, in words: what each goal was taken for, what is left open, and what it can find out. */

interface Draft {
  readonly tag?: string | null;
  readonly intent?: string | null;
  readonly generation?: {
    readonly source?: unknown;
    readonly tool?: unknown;
    readonly tool_reason?: unknown;
    readonly tools_in_question?: unknown;
    readonly facts_to_fill_in?: unknown;
  } | null;
}

const GOALS: readonly unknown[] = ["goal_adherence", "customer_persona", "load_testing"];

/** Lines for the person who asked for digital humans. Callers with one goal share theirs. */
export function draftLines(digital_humans: readonly unknown[]): string[] {
  const drafts = digital_humans.filter(
    (digital_human): digital_human is Draft => typeof digital_human === "object" && digital_human !== null,
  );
  if (drafts.length === 0) return [];
  const goals = groupBy(
    drafts.filter(({ tag }) => GOALS.includes(tag)),
    ({ generation, intent }) => String(generation?.source ?? intent ?? ""),
  );
  const lines = [...goals].flatMap(([goal, [first]]) => (first ? linesOf(goal, first) : []));
  const count = counted(drafts.length, "draft");
  return [
    ...lines,
    `${count} to review, not a test suite: read what each caller wants and knows before you rely on it`,
  ];
}

function linesOf(goal: string, { generation }: Draft): string[] {
  const { tool, tool_reason, tools_in_question, facts_to_fill_in } = generation ?? {};
  const open = Array.isArray(facts_to_fill_in) ? facts_to_fill_in.map(String) : [];
  if (typeof tool !== "string") {
    const likely = Array.isArray(tools_in_question) ? tools_in_question.map(String) : [];
    const which = likely.length > 0 ? `could be about ${likely.join(", ")}` : "no tool is known for it";
    return [
      `goal: ${goal}: ${which}. Finds out whether the conversation ends well by the words of both sides; cannot find out ` +
        `whether anything was done: name the tool with --goal "${goal} (${likely[0] ?? "TOOL"})", or write \`success\``,
    ];
  }
  return [
    `goal: ${goal}: taken for ${tool}, because ${String(tool_reason)}. Finds out whether ${tool} is called; cannot find ` +
      "out whether what the agent says besides is true",
    ...(open.length > 0
      ? [`facts to fill in: ${open.join(", ")}; a run with such a caller is refused until then`]
      : []),
  ];
}
