import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "./endpoints.ts";
import { openapi } from "./openapi.ts";

interface Node {
  readonly type?: string | readonly string[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly anyOf?: readonly Node[];
  readonly [keyword: string]: unknown;
}

const { components } = openapi() as { components: { schemas: Record<string, Node> } };
const bodies = Object.entries<Endpoint>(endpoints).filter(([, { body }]) => body);

/** The parts of a schema without a limit. */
function unlimited(schema: Node, path: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      unlimited(field, `${path}.${name}`),
    ),
    ...(schema.items ? unlimited(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => unlimited(one, path)),
    ...(typeof schema.additionalProperties === "object"
      ? unlimited(schema.additionalProperties, `${path}{}`)
      : []),
  ];
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  const isLimited =
    (schema.type !== "string" || has("maxLength", "enum", "const", "format")) &&
    (schema.type !== "array" || has("maxItems")) &&
    // The limits of the whole body also limit extension fields of an open object.
    (schema.type !== "object" || has("properties", "maxProperties"));
  return isLimited ? inside : [path, ...inside];
}

describe("the document names a limit for every text, list and free object of a request", () => {
  test.each(bodies)("%s", (_, { body = "", upload }) => {
    const missing = unlimited(components.schemas[body] ?? {}, "body");
    // A recording is limited in bytes while it arrives.
    expect(missing.filter((path) => path !== `body.${upload}`)).toEqual([]);
  });
});
