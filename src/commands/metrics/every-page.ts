import type { Answer, Lenient } from "../../contract/types.ts";
import { Failure } from "../../failure.ts";

type Page = Lenient<Answer<"list_custom_metrics">>;
export type Metric = Page["metrics"][number];

/** Far more than anybody has: a service that goes on beyond it has lost count. */
const PAGES_MAXIMUM = 1000;

/**
 * The metrics of all pages (E8), asked for one after the other.
 * @throws Failure (failed) for a service whose pages do not end: half a list must not pass for the whole
 */
export async function everyPage(ask: (page: number) => Promise<Page>): Promise<Metric[]> {
  const found: Metric[] = [];
  const seen = new Set<unknown>();
  for (let page = 1; ; page++) {
    if (page > PAGES_MAXIMUM)
      throw endless(`the service has more than ${PAGES_MAXIMUM.toLocaleString("en")} pages of metrics`);
    const { metrics, total_pages } = await ask(page);
    // One that was deleted meanwhile moves others to the page before, so that some may be there twice; never all.
    if (metrics.length > 0 && metrics.every(({ id }) => seen.has(id)))
      throw endless(`the service repeats itself: page ${page} of the metrics has only what was there before`);
    for (const { id } of metrics) seen.add(id);
    found.push(...metrics);
    // An empty page before the last one: metrics were deleted meanwhile.
    if (page >= total_pages || metrics.length === 0) return found;
  }
}

const endless = (message: string) =>
  new Failure("failed", message, {
    code: "unexpected_answer",
    hint: "--page shows a single page; --agent and --page-size change what is on one",
  });
