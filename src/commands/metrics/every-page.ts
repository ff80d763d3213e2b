import type { Answer, Lenient } from "../../contract/types.ts";

type Page = Lenient<Answer<"list_custom_metrics">>;
export type Metric = Page["metrics"][number];

/** The metrics of all pages (E8), read one after the other. */
export async function everyPage(ask: (page: number) => Promise<Page>): Promise<Metric[]> {
  const found: Metric[] = [];
  for (let page = 1; ; page++) {
    const { metrics, total_pages } = await ask(page);
    found.push(...metrics);
    // An empty page before the last means that metrics were deleted meanwhile.
    if (page >= total_pages || metrics.length === 0) return found;
  }
}
