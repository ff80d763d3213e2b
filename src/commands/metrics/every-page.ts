import type { Answer, Lenient } from "../../contract/types.ts";
import { Failure } from "../../failure.ts";

export type Page = Lenient<Answer<"list_custom_metrics">>;
export type Metric = Page["metrics"][number];

/** Far more than anybody has: a service that keeps sending pages after this many never stops. */
const PAGES_MAXIMUM = 1000;

/** The metrics of all pages (E8). @throws what `eachPage` throws */
export async function everyPage(ask: (page: number) => Promise<Page>): Promise<Metric[]> {
  const found: Metric[] = [];
  for await (const metrics of eachPage(ask)) found.push(...metrics);
  return found;
}

/**
 * The metrics of one page after the other: the next is asked for when the caller has done with the last.
 * @throws Failure (failed) if the service's pages never end: half a list must not pass for the whole
 */
export async function* eachPage(ask: (page: number) => Promise<Page>): AsyncGenerator<readonly Metric[]> {
  const seen = new Set<unknown>();
  for (let page = 1; ; page++) {
    if (page > PAGES_MAXIMUM)
      throw endless(`the service has more than ${PAGES_MAXIMUM.toLocaleString("en")} pages of metrics`);
    const { metrics, total_pages } = await ask(page);
    // A metric that is deleted meanwhile moves others to an earlier page, so some may come twice, but never all of a page.
    if (metrics.length > 0 && metrics.every(({ id }) => seen.has(id)))
      throw endless(`the service repeats itself: page ${page} of the metrics has nothing new`);
    for (const { id } of metrics) seen.add(id);
    yield metrics;
    // An empty page before the last means that metrics were deleted meanwhile.
    if (page >= total_pages || metrics.length === 0) return;
  }
}

const endless = (message: string) =>
  new Failure("failed", message, {
    code: "unexpected_answer",
    hint: "read a single page with --page; --agent and --page-size change what is on it",
  });
