import { z } from "zod";
import { manifestKinds } from "../../contract/schemas/manifests/index.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Text with a variable, whose value is not known yet. */
const WITH_VARIABLE: JsonSchema = { type: "string", pattern: "\\$\\{" };

/** JSON Schemas of the manifest kinds, for editors. They accept what the reader accepts. */
export const manifestSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(manifestKinds).map(([kind, schema]) => [kind, editorSchema(schema)]));

function editorSchema(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => admitVariables(jsonSchema),
  });
  return { ...made, properties: { $schema: { type: "string" }, ...made.properties } };
}

/** If only some texts are allowed, a text with a variable may become one of them. */
function admitVariables(schema: JsonSchema): void {
  const { type, enum: values, pattern, format, description, ...rest } = schema;
  if (type !== "string" || !(values || pattern || format)) return;
  const texts: JsonSchema = {
    type,
    ...(values && { enum: values }),
    ...(pattern && { pattern }),
    ...(format && { format }),
  };
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, rest, { ...(description && { description }), anyOf: [texts, WITH_VARIABLE] });
}
