/**
 * The API reference as a self-contained page: operations with parameters, fields and an example, from the same
 * document as /openapi.json.
 */
import { createHash } from "node:crypto";
import { readBuiltFile } from "../../lib/built-files.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description?: string }>>;
}

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

export interface Document {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Styles that the reference needs in addition to the console's. */
const OWN_STYLE = `nav ul{columns:20rem}nav a{text-decoration:none}nav li{padding:.1rem 0}section h2{font-size:1rem;color:var(--ink)}
section h3{font-size:.8125rem;color:var(--muted);margin:1.2rem 0 .3rem}section{scroll-margin-top:4.5rem}
pre{overflow-x:auto;padding:.9rem 1rem;border:1px solid var(--line);border-radius:10px;background:var(--ground);margin:.3rem 0 .9rem}
.tier{margin-left:.4rem}thead th{white-space:nowrap}`;

/** The console's style, so that both look alike. */
const styleOf = () => readBuiltFile("web.css") + OWN_STYLE;

/** No scripts, no other origins, no frames: the page has only its own style. */
export const docsHeaders = () => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styleOf()).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
});

export function docsPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const links = operations.map(
    ({ method, path, operation: { operationId } }) =>
      `<li><a href="#${escaped(operationId)}"><code>${method} ${escaped(path)}</code></a></li>`,
  );
  const sections = operations.map((operation) =>
    section(operation.method, operation.path, operation.operation, document),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>API reference · Parley</title><style>${styleOf()}</style></head>
<body>
<header class="bar-top"><div><a class="brand" href="/">Parley</a><span class="end">API reference</span></div></header>
<main>
<header class="head"><h1>${escaped(document.info.title)}</h1>
<p class="judgement">Every request needs the header <code>X-API-Key</code>. The same as a document: <a href="/openapi.json">/openapi.json</a>.</p></header>
<nav class="panel" aria-label="Operations"><ul>
${links.join("\n")}
</ul></nav>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function section(method: string, path: string, operation: Operation, document: Document): string {
  const { operationId, summary, tags, deprecated, description, parameters = [] } = operation;
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
  const statuses = Object.keys(operation.responses).filter((status) => !status.startsWith("2"));
  return `<section id="${escaped(operationId)}" class="panel">
<h2><code>${method} ${escaped(path)}</code> <span class="tier chip">${escaped(tags.join(", "))}</span></h2>
<p>${escaped(summary)}.${deprecated ? ` Deprecated. ${escaped(description ?? "")}` : ""}</p>
${table(
  "Parameters",
  parameters.map((parameter) => [
    parameter.name,
    `${typeOf(parameter.schema)}, ${parameter.in}`,
    parameter.required,
    parameter.description,
  ]),
)}
${body ? fieldTable("Request", body, document) : ""}
${answer ? fieldTable("Answer", answer, document) : ""}
<h3>Example</h3>
<pre tabindex="0">${escaped(example(method, path, body, document))}</pre>
<p>Refusals: ${statuses.map((status) => `<code>${escaped(status)}</code>`).join(", ")}</p>
</section>`;
}

const fieldTable = (title: string, schema: Schema, document: Document): string =>
  table(title, linesOf("", schema, document, 0));

/** How many levels of nested fields are listed. */
const DEPTH_MAXIMUM = 3;

/** A line for each field, and for the fields in it: `simulation_result.evaluations[].goal_success`. */
function linesOf(place: string, schema: Schema, document: Document, depth: number): Line[] {
  const { properties = {}, required = [], items, anyOf, oneOf } = resolved(schema, document);
  if (items) return linesOf(`${place}[]`, items, document, depth);
  const inner = anyOf ?? oneOf;
  if (inner) return inner.slice(0, 1).flatMap((one) => linesOf(place, one, document, depth));
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = place ? `${place}.${name}` : name;
    const fallback = field.default === undefined ? [] : [`default: ${JSON.stringify(field.default)}`];
    const about = [...(field.description ? [field.description] : []), ...fallback].join("; ");
    const line: Line = [path, typeOf(field), required.includes(name), about];
    return [line, ...(depth < DEPTH_MAXIMUM ? linesOf(path, field, document, depth + 1) : [])];
  });
}

type Line = readonly [name: string, type: string, required: boolean | undefined, about: string | undefined];

function table(title: string, lines: readonly Line[]): string {
  if (lines.length === 0) return "";
  const rows = lines.map(
    ([name, type, required, about]) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(type)}</td><td>${required ? "required" : ""}</td><td>${escaped(about ?? "")}</td></tr>`,
  );
  return `<h3>${escaped(title)}</h3><div class="scroll" tabindex="0" role="group" aria-label="${escaped(title)}"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Needed</th><th scope="col">About</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** The object that a schema is, without its reference. */
function resolved(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

function typeOf(schema: Schema): string {
  const { $ref, type, format, enum: values, anyOf, oneOf, items } = schema;
  if ($ref) return $ref.split("/").at(-1) ?? "object";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values) return values.map((value) => String(value)).join(" | ");
  const union = anyOf ?? oneOf;
  if (union) return [...new Set(union.map(typeOf))].join(" | ");
  if (type === "array") return `${items ? typeOf(items) : "any"}[]`;
  return [
    typeof type === "string" ? type : (type ?? ["any"]).join(" | "),
    ...(format ? [`(${format})`] : []),
  ].join(" ");
}

/** The request as a curl command, with its required fields. */
function example(method: string, path: string, body: Schema | undefined, document: Document): string {
  const url = `"$PARLEY_BASE_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name.endsWith("_id") || name === "version" ? "101" : name))}"`;
  const start = `curl ${method === "GET" ? "" : `-X ${method} `}-H "X-API-Key: $PARLEY_API_KEY"`;
  if (!body) return `${start} ${url}`;
  const { properties = {}, required = [] } = resolved(body, document);
  const given = Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {}, document)]));
  return `${start} -H "Content-Type: application/json" \\\n  ${url} \\\n  -d '${JSON.stringify(given)}'`;
}

function sample(schema: Schema, document: Document, depth = 0): unknown {
  const inner = resolved(schema, document);
  if (inner.default !== undefined) return inner.default;
  if (inner.const !== undefined) return inner.const;
  if (inner.enum) return inner.enum[0];
  const [first] = inner.anyOf ?? inner.oneOf ?? [];
  if (first) return sample(first, document, depth);
  if (inner.properties && depth < 3) {
    const { properties } = inner;
    return Object.fromEntries(
      (inner.required ?? []).map((name) => [name, sample(properties[name] ?? {}, document, depth + 1)]),
    );
  }
  if (inner.type === "array")
    return inner.items && depth < 3 ? [sample(inner.items, document, depth + 1)] : [];
  if (inner.type === "integer" || inner.type === "number") return 101;
  if (inner.type === "boolean") return true;
  if (inner.type === "object") return {};
  return inner.format === "date-time" ? "2026-11-01T12:00:00Z" : "text";
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
