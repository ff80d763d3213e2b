interface Page {
  readonly page?: unknown;
  readonly total_pages?: unknown;
  readonly total_count?: unknown;
}

/**
 * Says which page of a list this is; empty if there is only one. A hosted service may omit some of the
 * numbers.
 */
export function pageHint({ page, total_pages, total_count }: Page, noun: string): string {
  if (!(Number(total_pages) > 1)) return "";
  const count = total_count === undefined || total_count === null ? "" : ` (${total_count} ${noun})`;
  return `page ${page ?? 1} of ${total_pages}${count}`;
}
