// clients/python/parley.py from the contract's OpenAPI document: a dataclass for each object, a method for each operation.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const pascal = (name) =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter) => letter.toUpperCase());
const text = (words) => words.replaceAll("\\", "\\\\").replaceAll('"""', "'''");

/** Words that cannot name a field. Such a field gets an underscore, which is not sent. */
const KEYWORDS = new Set([
  "from",
  "in",
  "is",
  "not",
  "class",
  "import",
  "global",
  "pass",
  "def",
  "return",
  "with",
  "as",
  "lambda",
]);

export function pythonClient(document) {
  const { schemas } = document.components;
  const classes = [];
  const nested = new Map();
  const taken = new Set([...Object.keys(schemas), "Parley", "ParleyError"]);
  const free = (name) => {
    let found = name;
    for (let i = 2; taken.has(found); i++) found = `${name}${i}`;
    taken.add(found);
    return found;
  };

  /** The annotation for a schema. Objects become classes, which are named after where they are. */
  function typeOf(schema, name) {
    if (schema.$ref) return schema.$ref.split("/").at(-1);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice) => typeOf(choice, name)));
    if ("const" in schema)
      return typeOf({ type: schema.const === null ? "null" : typeof schema.const }, name);
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => typeOf({ ...schema, type }, name)));
    if (schema.type === "array") return `List[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.type === "object") {
      if (schema.properties) {
        // The same object in several places is one class.
        const content = JSON.stringify(schema);
        const known = nested.get(content) ?? classOf(schema, free(name));
        nested.set(content, known);
        return known;
      }
      const values = schema.additionalProperties;
      return `Dict[str, ${values && typeof values === "object" ? typeOf(values, `${name}Value`) : "Any"}]`;
    }
    return (
      { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" }[schema.type] ?? "Any"
    );
  }

  function union(types) {
    const all = [...new Set(types)];
    if (all.includes("Any")) return "Any";
    const some = all.filter((type) => type !== "None");
    const one = some.length === 1 ? some[0] : `Union[${some.join(", ")}]`;
    if (some.length === 0) return "None";
    return some.length === all.length ? one : `Optional[${one}]`;
  }

  function classOf(schema, name) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(([field, inner]) => {
      const type = typeOf(inner, `${name}${pascal(field)}`);
      const isOptional = type.startsWith("Optional[") || type === "Any" || type === "None";
      return {
        field: KEYWORDS.has(field) ? `${field}_` : field,
        is_required: required.has(field),
        type,
        open: isOptional ? type : `Optional[${type}]`,
      };
    });
    const lines = [
      ...fields.filter(({ is_required }) => is_required).map(({ field, type }) => `    ${field}: ${type}`),
      ...fields
        .filter(({ is_required }) => !is_required)
        .map(({ field, open }) => `    ${field}: ${open} = None`),
      "    extra: Dict[str, Any] = field(default_factory=dict)",
    ];
    classes.push(
      `@dataclass\nclass ${name}:\n${schema.description ? `    """${text(schema.description)}"""\n\n` : ""}${lines.join("\n")}\n`,
    );
    return name;
  }

  const aliases = [];
  for (const [name, schema] of Object.entries(schemas))
    if (schema.type === "object" && schema.properties) classOf(schema, name);
    else aliases.push(`${name} = ${typeOf(schema, `${name}Item`)}\n`);

  const methods = [];
  for (const [path, verbs] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(verbs)) methods.push(methodOf(path, verb, operation));

  function methodOf(path, verb, { operationId, summary, parameters = [], requestBody, responses }) {
    const schemaIn = (content) => content?.content["application/json"].schema;
    const answer = typeOf(schemaIn(responses[200]) ?? { type: "null" }, `${pascal(operationId)}Answer`);
    const of = (place) => parameters.filter((one) => one.in === place);
    const query = of("query");
    const takes_key = of("header").some(({ name }) => name === "Idempotency-Key");
    const words = [
      ...of("path").map(({ name, schema }) => `${name}: ${typeOf(schema, "")}`),
      ...(requestBody ? [`body: ${typeOf(schemaIn(requestBody), `${pascal(operationId)}Body`)}`] : []),
      ...(query.length > 0 || takes_key ? ["*"] : []),
      ...query.map(({ name, schema, required }) =>
        required ? `${name}: ${typeOf(schema, "")}` : `${name}: Optional[${typeOf(schema, "")}] = None`,
      ),
      ...(takes_key ? ["idempotency_key: Optional[str] = None"] : []),
    ];
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => `{_part(${name})}`);
    const pairs = query.map(({ name }) => `"${name}": ${name}`).join(", ");
    return `    def ${operationId}(${["self", ...words].join(", ")}) -> ${answer}:
        """${text(summary)}."""
        answer = self._send("${verb.toUpperCase()}", ${place === path ? "" : "f"}"${place}", {${pairs}}, ${requestBody ? "body" : "None"}, ${takes_key ? "idempotency_key" : "None"})
        return cast(${JSON.stringify(answer)}, _read(${answer}, answer))
`;
  }

  const runtime = readFileSync(join(import.meta.dirname, "runtime.py"), "utf8");
  const [head, tail] = runtime.split("# --- generated ---\n");
  return `${head}${[...classes, ...aliases].join("\n\n")}\n\n${tail}\n${methods.join("\n")}`;
}
