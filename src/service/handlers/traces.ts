/** Spans that agents export: which parts are stored, and what they say about a call or a conversation. */

import { counted } from "../../engine/words/counted.ts";
import { recordsOf, traceIdIn, tracesOfCall, tracesOfResult } from "../domain/traces/read.ts";
import { link, masks, storeSpans } from "../domain/traces/store.ts";
import { badRequest } from "../errors.ts";
import { JsonText } from "../json-text.ts";
import { summaryOf } from "../traces/read-spans.ts";
import { SMALL_BODY } from "../validation/read.ts";
import type { Handlers } from "./handler.ts";

export const traceHandlers = {
  async export_traces({ organization_id, spans, simulation_result_id: named }, service) {
    const { pieces, rejected } = spans ?? NO_SPANS;
    const kept = spans && (await masks(service.db, organization_id)) ? await spans.masked() : pieces;
    const created_at = service.now().toISOString();
    const missing =
      kept.length === 0
        ? []
        : await service.write(async (transaction) => {
            const linked = await storeSpans(transaction, kept, { organization_id, named, created_at });
            return link(transaction, organization_id, linked);
          });
    const messages = [
      ...(rejected > 0 ? [`${counted(rejected, "span lacks", "spans lack")} an id or a time`] : []),
      ...(missing.length > 0 ? [notLinked(missing)] : []),
    ];
    // The protocol says that the message is a warning if no span was rejected.
    return messages.length === 0
      ? {}
      : { partialSuccess: { rejectedSpans: rejected, errorMessage: messages.join("; ") } };
  },

  async get_trace_summary({ organization_id, query }, { db, thread }) {
    const { call_id, simulation_result_id, trace_id } = query;
    const given = [call_id, simulation_result_id, trace_id].filter((value) => value !== undefined);
    if (given.length !== 1) throw badRequest("give one of call_id, simulation_result_id and trace_id");
    const trace_ids =
      trace_id !== undefined
        ? [trace_id]
        : call_id !== undefined
          ? await tracesOfCall(db, organization_id, call_id)
          : await tracesOfResult(db, organization_id, simulation_result_id ?? "");
    const { records, isAll } = await recordsOf(db, organization_id, trace_ids.flatMap(traceIdIn));
    const warning = isAll ? null : `there are more spans than can be summarized: these are ${records.length}`;
    const spans = `[${records.join(",")}]`;
    const summary = await (spans.length <= SMALL_BODY ? summaryOf(spans) : thread.summarize(spans));
    return new JsonText(`${summary.slice(0, -1)},"warning":${JSON.stringify(warning)}}`);
  },
} satisfies Partial<Handlers>;

const NO_SPANS = { pieces: [], rejected: 0 };

/** How many ids of conversations a warning lists. */
const NAMED_MAXIMUM = 5;

function notLinked(ids: readonly string[]): string {
  const listed = ids.slice(0, NAMED_MAXIMUM).map((id) => id.slice(0, 40));
  const more = ids.length > listed.length ? ` and ${ids.length - listed.length} more` : "";
  return `stored but not linked: simulation result ${listed.join(", ")}${more} not found`;
}
