import stringWidth from "string-width";

/** Cuts by display width: wide characters take two columns, combining marks take no column. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  let taken = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += stringWidth(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
