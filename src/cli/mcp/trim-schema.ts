/**
 * Makes schemas leaner: each is part of every conversation with a model, so anything that says nothing is
 * left out.
 */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Bounds that every JSON number has, the default dialect, and patterns of formats that have a name. */
const SILENT: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: () => true,
  propertyNames: () => true,
  pattern: () => true,
  minimum: (value) => value === Number.MIN_SAFE_INTEGER,
  maximum: (value) => value === Number.MAX_SAFE_INTEGER,
  maxLength: () => true,
  maxItems: () => true,
};

/** Checks in the same way as the schema, but shows less of it. */
export function trimSchema<T extends z.ZodObject>(
  schema: T,
): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const shown = (io: "input" | "output") => () =>
    trimmed(z.toJSONSchema(schema, { io })) as Record<string, unknown>;
  const { version, vendor, validate } = schema["~standard"];
  return {
    "~standard": {
      version,
      vendor,
      validate,
      jsonSchema: { input: shown("input"), output: shown("output") },
    },
  } as StandardSchemaWithJSON<z.input<T>, z.output<T>>;
}

function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, value]) => !SILENT[key]?.(value))
      .map(([key, value]) => [key, key === "properties" ? mapped(value) : trimmed(value)]),
  );
}

/** A property may have the same name as a keyword, so the properties themselves are all kept. */
const mapped = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, trimmed(schema)]));
