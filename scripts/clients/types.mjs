// dist/parley.d.ts from the contract's OpenAPI document: the types of `import { Parley } from "parley-cli"`.
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  // Services may have more values: the known ones are offered, and all others are accepted.
  if (schema.enum) return `${schema.enum.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === "object") {
    if (!schema.properties) {
      const values = schema.additionalProperties;
      return `Record<string, ${values && typeof values === "object" ? typeOf(values) : "unknown"}>`;
    }
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(
      ([name, inner]) => `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(inner)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  return (
    { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[
      schema.type
    ] ?? "unknown"
  );
}

const schemaIn = (content) => content?.content["application/json"].schema;

function operationType({ operationId, summary, parameters = [], requestBody, responses }) {
  const of = (place) => parameters.filter((one) => one.in === place);
  const list = (all) =>
    `{ ${all.map(({ name, schema, required }) => `${name}${required ? "" : "?"}: ${typeOf(schema)}`).join("; ")} }`;
  const query = of("query");
  const isRequired = query.some(({ required }) => required);
  const input = [
    ...(of("path").length > 0 ? [`params: ${list(of("path"))}`] : []),
    ...(query.length > 0 ? [`query${isRequired ? "" : "?"}: ${list(query)}`] : []),
    ...(requestBody ? [`body: ${typeOf(schemaIn(requestBody))}`] : []),
    ...(of("header").some(({ name }) => name === "Idempotency-Key") ? ["idempotency_key?: string"] : []),
  ];
  return `  /** ${summary} */\n  ${operationId}: { input: { ${input.join("; ")} }; answer: ${typeOf(schemaIn(responses[200]) ?? { type: "null" })} };`;
}

export function typeDeclarations(document) {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.values(document.paths).flatMap((verbs) =>
    Object.values(verbs).map(operationType),
  );
  return `/** What each operation takes and answers. */
export interface Operations {
${operations.join("\n")}
}

export interface ParleyOptions {
  /** Where the service is, such as "http://127.0.0.1:8787". */
  base_url: string;
  api_key: string;
  /** How long to wait for an answer; 30,000 by default. */
  timeout_ms?: number;
  /** Attempts after the first, where repeating is safe; 2 by default. */
  retries?: number;
  /** Stops every call. */
  signal?: AbortSignal;
  /** Variables that name proxies (HTTPS_PROXY, NO_PROXY), such as process.env; none by default. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Return the secrets in agents' records instead of a mask. */
  show_secrets?: boolean;
}

/** The service, as the commands of \`parley\` call it. */
export declare class Parley {
  constructor(options: ParleyOptions);
  /** Calls an operation. Rejects with a ParleyError. */
  call<K extends keyof Operations>(operation: K, input: Operations[K]["input"]): Promise<Operations[K]["answer"]>;
  /** Closes idle connections, so that the process can end. */
  close(): Promise<void>;
}

/** Why a call failed. */
export declare class ParleyError extends Error {
  /** One word for programs, such as "not_found", "refused" or "network". */
  readonly kind: string;
  /** HTTP status of the refusal, if the service answered. */
  readonly status: number | undefined;
  /** What is wrong with the request, field by field. */
  readonly details: ReadonlyArray<{ readonly where: string; readonly message: string }>;
}

${schemas.join("\n")}
`;
}
