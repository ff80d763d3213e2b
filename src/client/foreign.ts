/** Whether an answer comes from another service than the contract's. Loaded only for answers that look like it. */
import { z } from "zod";
import type { SchemaName } from "../contract/endpoints/row.ts";
import { withoutWrappers } from "../contract/fields.ts";
import * as schemas from "../contract/schemas/index.ts";

/** How many of the fields an error names. */
const NAMED = 3;

/** The fields that an answer should have, in words, if it has none of them. */
export function lackedBy(answer: object, name: SchemaName): string | undefined {
  const schema = withoutWrappers(schemas[name]);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = Object.keys(schema.shape);
  if (fields.length === 0 || fields.some((field) => Object.hasOwn(answer, field))) return undefined;
  return fields
    .slice(0, NAMED)
    .join(", ")
    .replace(/, (\w+)$/, " or $1");
}
