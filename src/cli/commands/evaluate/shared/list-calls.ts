/** Lists submitted calls: those of every agent where the service offers that, or else those of one agent. */
import { readCall } from "../../../../contract/readings/call.ts";
import { callOutcome } from "../../../../contract/rules/outcomes.ts";
import type { Answer, Lenient, Query } from "../../../../contract/types.ts";
import { Failure, usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";

type Wanted = Query<"list_all_call_logs">;
type Page = Lenient<Answer<"list_all_call_logs">>;
type Told = Page["call_logs"][number];

/** The most calls in a page of the published listing. */
export const PAGE_MAXIMUM = 100;
/** How many pages to search. More calls are narrowed down by the service alone. */
const PAGES_MAXIMUM = 200;

/**
 * A page of the calls that match, newest first.
 * @throws Failure (usage) if the service lists only the calls of one agent, and none is given
 */
export async function listCalls(context: Context, query: Wanted): Promise<Page> {
  const { agent_id, label, page, page_size, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (agent_id !== undefined && !isFiltered) return listOf(context, agent_id, { label, page, page_size });
  try {
    return await context.read("list_all_call_logs", { query });
  } catch (error) {
    if (!(error instanceof Failure && LACKING.includes(error.options.code ?? ""))) throw error;
    const agent = agent_id ?? (await context.agent(undefined));
    return isFiltered ? search(context, agent, query) : listOf(context, agent, { label, page, page_size });
  }
}

/** A service without the listing of every agent, or one with a form of its own for it. */
const LACKING = ["not_offered", "unexpected_answer"];

/** Without `last`, the hosted API lists only the calls of one day. */
const listOf = (
  context: Context,
  agent_id: number,
  { label, page = 1, page_size }: Pick<Wanted, "label" | "page" | "page_size">,
) =>
  context.read("list_call_logs", {
    params: { agent_id },
    query: {
      last: "all",
      page,
      ...(label !== undefined && { label }),
      ...(page_size !== undefined && { page_size }),
    },
  });

async function search(context: Context, agent_id: number, query: Wanted): Promise<Page> {
  const { label, page = 1, page_size = 50 } = query;
  const matching: Told[] = [];
  for (let at = 1; ; at++) {
    const { call_logs, total_pages } = await listOf(context, agent_id, {
      label,
      page: at,
      page_size: PAGE_MAXIMUM,
    });
    matching.push(...call_logs.filter((call) => matches(call, query)));
    if (!(total_pages > at)) break;
    if (at === PAGES_MAXIMUM)
      throw usage(
        `agent ${agent_id} has more than ${PAGES_MAXIMUM * PAGE_MAXIMUM} calls, too many to search`,
        {
          hint: "this service filters calls only by --label; list them by page, without other filters",
        },
      );
  }
  const total_pages = Math.ceil(matching.length / page_size);
  const call_logs = matching.slice((page - 1) * page_size, page * page_size);
  return {
    call_logs,
    total_count: matching.length,
    page,
    page_size,
    items_in_page: call_logs.length,
    total_pages,
  };
}

function matches(published: Told, { status, outcome, tag, id, since, until }: Wanted): boolean {
  const call = readCall(published);
  const began = Date.parse(call.start_time_utc ?? "");
  return (
    (status === undefined || call.status === status) &&
    (outcome === undefined || callOutcome(call.evaluation?.verdicts ?? []) === outcome) &&
    (tag === undefined || (call.tags ?? []).includes(tag)) &&
    (id === undefined || call.id.startsWith(id)) &&
    (since === undefined || began >= Date.parse(since)) &&
    (until === undefined || began < Date.parse(until))
  );
}
