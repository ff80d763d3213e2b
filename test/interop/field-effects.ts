/** What the published fields of requests do in Parley: the contract says it, or field-effects.json for the others. */
import {
  alternatives,
  fieldsOf,
  jsonSchema,
  read,
  reference,
  resolve,
  rowOf,
  type Schema,
  type Side,
} from "./conformance.ts";

/**
 * The effects that the contract does not state, by the field's name; by `field[].inner`, `Schema.field`, or `Agent.field`
 * for both AgentCreate and AgentUpdate, where it means something else; by `?name` for a parameter of the query.
 */
const WRITTEN: Readonly<Record<string, string>> = read("field-effects.json");

/** A description that says nothing without the field above it in the contract. */
const REFERS_BACK = /^the same\b|\beither$/;
/** A description that only says what a value means, or where it is from. What is written comes before it. */
const PARTIAL =
  /^(?:(?:empty or )?null|default): |^(?:another name of|carries a secret|required|from the agent's) ?|^(?:seconds|deprecated|for contextual)$|^data:/;

interface Effect {
  readonly field: string;
  /** Undefined if neither the contract nor field-effects.json says it. */
  readonly does: string | undefined;
}

interface Body {
  readonly schema: string;
  readonly operations: string[];
  readonly fields: Effect[];
}

interface Parameter extends Effect {
  readonly operations: string[];
}

interface Effects {
  /** The bodies of requests, by the name of our schema. */
  readonly bodies: readonly Body[];
  readonly parameters: readonly Parameter[];
  /** Keys of field-effects.json that no field needs. */
  readonly superfluous: readonly string[];
}

interface Found {
  readonly operations: string[];
  /** What each field does. */
  readonly fields: Map<string, string | undefined>;
}

/** Every published field of a request, with what it does. */
export function fieldEffects(): Effects {
  const used = new Set<string>();
  const written = (keys: readonly string[]): string | undefined => {
    const key = keys.find((key) => Object.hasOwn(WRITTEN, key));
    if (key !== undefined) used.add(key);
    return key === undefined ? undefined : WRITTEN[key];
  };
  const bodies = new Map<string, Found>();
  const parameters = new Map<string, Parameter>();
  for (const { method, path, query = {}, body } of reference.operations) {
    const [, row] = rowOf({ method, path }) ?? [];
    if (!row) continue;
    const operation = `${method} ${path}`;
    for (const name of Object.keys(query)) {
      const does = written([`${operation}?${name}`, `?${name}`]);
      const known = parameters.get(`${name} ${does}`) ?? { field: name, does, operations: [] };
      known.operations.push(operation);
      parameters.set(`${name} ${does}`, known);
    }
    if (!body || !row.body) continue;
    const known: Found = bodies.get(row.body) ?? { operations: [], fields: new Map() };
    known.operations.push(operation);
    bodies.set(row.body, known);
    const own = jsonSchema(row.body, "input");
    for (const field of pathsIn({ own: body, root: reference })) {
      const thing = row.body.replace(/(?:Create|Update|UpdateByExternalId)$/, "");
      const keys = [`${row.body}.${field}`, `${thing}.${field}`, field, field.split(/\W+/).at(-1) ?? field];
      known.fields.set(
        field,
        effectOf(describedAt(own, field), () => written(keys)),
      );
    }
  }
  return {
    bodies: [...bodies]
      .map(([schema, { operations, fields }]) => ({
        schema,
        operations,
        fields: sorted([...fields].map(([field, does]) => ({ field, does }))),
      }))
      .toSorted((a, b) => (a.schema < b.schema ? -1 : 1)),
    parameters: sorted([...parameters.values()]),
    superfluous: Object.keys(WRITTEN).filter((key) => !used.has(key)),
  };
}

const sorted = <T extends Effect>(effects: readonly T[]): T[] =>
  effects.toSorted((a, b) => (a.field < b.field ? -1 : 1));

function effectOf(described: string | undefined, written: () => string | undefined): string | undefined {
  if (described === undefined || REFERS_BACK.test(described)) return written();
  if (!PARTIAL.test(described)) return described;
  const text = written();
  return text && `${text}; ${described}`;
}

/** The fields of an object, and those of the objects in it: `a`, `a.b`, `a[].b` in a list. */
function pathsIn({ own, root }: Side): string[] {
  return [...fieldsOf(own, root)].flatMap(([name, schemas]) => [
    name,
    ...schemas.flatMap((schema) => [...fieldsOf(schema, root).keys()].map((inner) => `${name}.${inner}`)),
    ...schemas.flatMap((schema) =>
      itemsOf(schema, root).flatMap((item) =>
        [...fieldsOf(item, root).keys()].map((inner) => `${name}[].${inner}`),
      ),
    ),
  ]);
}

const itemsOf = (schema: Schema, root: object): Schema[] =>
  alternatives({ own: schema, root }).flatMap(({ items }) => items ?? []);

/** What our contract says of a field. Undefined if it says nothing, or lacks the field. */
function describedAt(own: Schema, path: string): string | undefined {
  const [name = "", inner] = path.split(/\[\]\.|\./);
  const outer = fieldsOf(own, own).get(name) ?? [];
  const found =
    inner === undefined
      ? outer
      : outer
          .flatMap((schema) => (path.includes("[]") ? itemsOf(schema, own) : [schema]))
          .flatMap((schema) => fieldsOf(schema, own).get(inner) ?? []);
  const said = new Set(found.flatMap((schema) => descriptionsOf(schema, own)));
  return said.size === 0 ? undefined : [...said].join("; ");
}

/** The description of a schema, otherwise those of its parts. */
function descriptionsOf({ $ref, description, anyOf, oneOf, allOf }: Schema, root: object): string[] {
  if (description !== undefined) return [description];
  if ($ref) return descriptionsOf(resolve($ref, root), root);
  return [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((part) => descriptionsOf(part, root));
}

/** The tables of the page. */
export function effectTables({ bodies, parameters }: Effects): string {
  const tables = bodies.map(
    ({ schema, operations, fields }) => `### ${schema}

${operations.map((operation) => `\`${operation}\``).join(", ")}

| Field | Does |
|---|---|
${fields.map(({ field, does }) => `| \`${field}\` | ${cell(does)} |`).join("\n")}
`,
  );
  const rows = parameters.map(
    ({ field, does, operations }) =>
      `| \`${field}\` | ${cell(does)} | ${operations.map((operation) => `\`${operation}\``).join(", ")} |`,
  );
  return `${tables.join("\n")}
### Parameters of queries

| Parameter | Does | Of |
|---|---|---|
${rows.join("\n")}
`;
}

/** Markdown would take a placeholder such as `<key>` for HTML, so it is code, with what is around it. */
const cell = (text = "?") =>
  text
    .replaceAll("|", "\\|")
    .replaceAll(/[^\s`<]{0,40}<[^<>`]{1,40}>[^\s`]{0,40}/g, (placeholder) => `\`${placeholder}\``);
