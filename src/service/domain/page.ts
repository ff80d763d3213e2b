interface Page {
  /** From 1. */
  readonly page: number;
  readonly page_size: number;
}

/** How many items precede a page. Pages far beyond the end are all treated the same. */
export const offsetOf = ({ page, page_size }: Page) =>
  Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER);

/** The counts next to the items of a page. If there are no items, there are 0 pages. */
export const countsOf = ({ page, page_size }: Page, total_count: number, items_in_page: number) => ({
  total_count,
  page,
  page_size,
  items_in_page,
  total_pages: total_count === 0 ? 0 : Math.ceil(total_count / page_size),
});
