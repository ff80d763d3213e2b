import type { Answer, Lenient } from "../../../../contract/types.ts";
import { Failure } from "../../../../lib/failure.ts";

export type Page = Lenient<Answer<"list_custom_metrics">>;
export type Metric = Page["metrics"][number];

/** Far more pages than anybody has: a service that still sends pages after this many never stops. */
const PAGES_MAXIMUM = 1000;

/** The metrics of all pages (E8). @throws what `eachPage` throws */
export async function everyPage(ask: (page: number) => Promise<Page>): Promise<Metric[]> {
  const all: Metric[] = [];
  for await (const metrics of eachPage(ask)) all.push(...metrics);
  return all;
}

/**
 * The metrics, page by page. Each page is requested when the caller has finished with the one before.
 * @throws Failure (failed) if the service's pages never end: half a list must not look like the whole
 */
export async function* eachPage(ask: (page: number) => Promise<Page>): AsyncGenerator<readonly Metric[]> {
  const seen = new Set<unknown>();
  for (let page = 1; ; page++) {
    if (page > PAGES_MAXIMUM)
      throw endless(`the service has more than ${PAGES_MAXIMUM.toLocaleString("en")} pages of metrics`);
    const { metrics, total_pages } = await ask(page);
    // If a metric is deleted meanwhile, others move to an earlier page. Some may then come twice, but never
    // all of a page.
    if (metrics.length > 0 && metrics.every(({ id }) => seen.has(id)))
      throw endless(`the service repeats itself: page ${page} of the metrics has nothing new`);
    for (const { id } of metrics) seen.add(id);
    yield metrics;
    // An empty page before the last one means that metrics were deleted meanwhile.
    if (page >= total_pages || metrics.length === 0) return;
  }
}

const endless = (message: string) =>
  new Failure("failed", message, {
    code: "unexpected_answer",
    hint: "read a single page with --page; --agent and --page-size change what is on it",
  });
