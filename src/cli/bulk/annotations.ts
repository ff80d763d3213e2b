import { sanitize } from "../terminal/sanitize.ts";
import type { BulkItem, BulkResult } from "./outcome.ts";

/**
 * Workflow commands that show what failed at its line in the manifest, one per line. Source: GitHub Actions, "Workflow
 * commands"; the escapes are those of its toolkit.
 * @param inRepository the path of a file within the repository, which is how GitHub finds it
 */
export function toAnnotations(
  results: readonly BulkResult<BulkItem>[],
  inRepository = (file: string) => file,
): string[] {
  return results
    .filter(({ outcome }) => outcome === "failed" || outcome === "unknown")
    .map(({ item, outcome, message }) => {
      const { file, line, key } = item;
      const place = [file && `file=${property(inRepository(file))}`, line && `line=${line}`].filter(Boolean);
      const title = `title=${property(`${key}: ${outcome}`)}`;
      return `::error ${[...place, title].join(",")}::${data(message ?? outcome)}`;
    });
}

const data = (text: string) => sanitize(text).replaceAll("%", "%25").replaceAll("\n", "%0A");

const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
