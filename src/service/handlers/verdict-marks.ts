/** People's marks on verdicts: right or wrong, and why. */
import { numberOf } from "../domain/ids.ts";
import { showMark, storeMark } from "../domain/marks/marks.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import type { Handlers } from "./handler.ts";

export const verdictMarkHandlers = {
  async mark_verdict({ organization_id, key_id, body }, { write, now }) {
    return write((transaction) => storeMark(transaction, { organization_id, key_id, now }, body));
  },

  async list_verdict_marks({ organization_id, query }, { db }) {
    const { call_id, simulation_result_id, metric, ...page } = query;
    let marks = db.selectFrom("verdict_mark").where("organization_id", "=", organization_id);
    if (call_id !== undefined) marks = marks.where("call_id", "=", call_id.toLowerCase());
    if (simulation_result_id !== undefined)
      marks = marks.where("simulation_result_id", "=", numberOf(simulation_result_id) ?? -1);
    if (metric !== undefined) marks = marks.where("metric", "=", metric);
    const { total } = await marks.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
    const rows = await marks
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    return { marks: rows.map(showMark), ...countsOf(page, Number(total), rows.length) };
  },
} satisfies Partial<Handlers>;
