/** The conversations that a person should label next: those that tell most about the judge. */
import { type RawBuilder, sql } from "kysely";
import { groupBy } from "../../contract/group-by.ts";
import type { Output } from "../../contract/types.ts";
import { inParallel } from "../store/in-parallel.ts";
import { yieldNow } from "../yield.ts";
import type { Handlers } from "./handler.ts";

/**
 * How many calls, and how many conversations, are considered, newest first. Old ones tell little about
 * today's judge.
 */
const LOOKED_AT = 1000;

export const reviewQueueHandlers = {
  async list_review_queue({ organization_id, query: { metric, labeller } }, { db }) {
    // Reads only evaluations that mention the name. Each is then checked for a verdict of a judge.
    const mentions = (column: string): RawBuilder<boolean> =>
      sql`${sql.ref(column)} like ${containing(`"name":${JSON.stringify(metric)}`)} escape '!'`;
    const [calls, results, marks] = await inParallel(
      db
        .selectFrom((newest) =>
          newest
            .selectFrom("call")
            .select(["id", "evaluation", "seq"])
            .where("organization_id", "=", organization_id)
            .orderBy("seq", "desc")
            .limit(LOOKED_AT)
            .as("newest"),
        )
        .select(["id", "evaluation"])
        .where(mentions("evaluation"))
        .orderBy("seq", "desc")
        .execute(),
      db
        .selectFrom((newest) =>
          newest
            .selectFrom("simulation_result")
            .select(["id", "evaluation"])
            .where("organization_id", "=", organization_id)
            .orderBy("id", "desc")
            .limit(LOOKED_AT)
            .as("newest"),
        )
        .select(["id", "evaluation"])
        .where(mentions("evaluation"))
        .orderBy("id", "desc")
        .execute(),
      db
        .selectFrom("verdict_mark")
        .select(["call_id", "simulation_result_id", "labeller"])
        .where("organization_id", "=", organization_id)
        .where("metric", "=", metric)
        .execute(),
    );
    const marksOn = groupBy(marks, keyOf);
    const subjects = [
      ...results.map(({ id, evaluation }) => ({ call_id: null, simulation_result_id: id, evaluation })),
      ...calls.map(({ id, evaluation }) => ({ call_id: id, simulation_result_id: null, evaluation })),
    ];
    const items: Item[] = [];
    for (const { evaluation, ...subject } of subjects) {
      // One evaluation can be large, and others wait for this thread.
      await yieldNow();
      const by = (marksOn.get(keyOf(subject)) ?? []).map((mark) => mark.labeller);
      const judged = by.includes(labeller) ? undefined : judgedIn(evaluation, metric);
      if (!judged) continue;
      const { call_id, simulation_result_id } = subject;
      items.push({
        call_id,
        simulation_result_id: simulation_result_id === null ? null : String(simulation_result_id),
        labelled_by: by.flatMap((name) => name ?? []),
        ...judged,
      });
    }
    return {
      items: items.toSorted(
        (a, b) => a.agreement - b.agreement || b.labelled_by.length - a.labelled_by.length,
      ),
    };
  },
} satisfies Partial<Handlers>;

type Item = Output<"ReviewQueue">["items"][number];

const keyOf = (subject: {
  readonly call_id: string | null;
  readonly simulation_result_id: number | null;
}): string => subject.call_id ?? String(subject.simulation_result_id);

/** A pattern for LIKE, with `!` before special characters. */
const containing = (text: string) => `%${text.replaceAll(/[!%_]/g, "!$&")}%`;

/** How far a judge's votes on a metric agree. Undefined if no judge was asked, or if it gave no answer. */
function judgedIn(
  evaluation: string | null,
  metric: string,
): Pick<Item, "agreement" | "evaluated_at"> | undefined {
  if (evaluation === null) return undefined;
  const { verdicts, evaluated_at }: Output<"Evaluation"> = JSON.parse(evaluation);
  const verdict = verdicts.find(({ name, method }) => name === metric && method === "judge");
  if (!verdict || (verdict.votes ?? []).length === 0 || verdict.status === "ERROR") return undefined;
  return { agreement: verdict.agreement ?? 1, evaluated_at };
}
