import { Document, visit } from "yaml";

/** Leading lines with nothing but spaces: the writer's blocks lose them. */
const STARTS_BLANK = /^\s*[ \t]\n/;

/** Data as YAML; long lines stay whole, and every text is read again as it was. */
export function writeYaml(data: unknown): string {
  const document = new Document(data ?? null);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && STARTS_BLANK.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 });
}
