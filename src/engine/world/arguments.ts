/**
 * The arguments of a tool, checked against its JSON Schema. Knows the keywords that tools have; others are a mistake
 * of the world, so that no argument passes because a keyword means nothing here.
 */
import { isSameJson } from "../../contract/canonical-json.ts";
import { isObject, itemsOf } from "../../contract/is-object.ts";
import { compilePattern } from "../pattern/pattern.ts";

type Schema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const ANNOTATIONS = new Set([
  ...["title", "description", "default", "examples", "format", "deprecated", "$comment", "$schema", "strict"],
]);
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const KEYWORDS = new Set([
  ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
  ...["minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength", "pattern"],
]);

/** What is wrong with the schema of a tool's arguments. */
export function schemaFaults(schema: unknown, path: Path = []): { path: Path; message: string }[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [{ path, message: "must be a JSON Schema" }];
  const faults = Object.keys(schema).flatMap((keyword) =>
    KEYWORDS.has(keyword) || ANNOTATIONS.has(keyword)
      ? []
      : [{ path: [...path, keyword], message: `the keyword ${keyword} is not supported in a world` }],
  );
  const types = [schema["type"] ?? []].flat();
  if (!types.every((type) => TYPES.includes(String(type))))
    faults.push({ path: [...path, "type"], message: `must be one of ${TYPES.join(", ")}` });
  const { pattern, required, properties, anyOf } = schema;
  if (pattern !== undefined) {
    const compiled = compilePattern(String(pattern), "");
    if (!compiled.ok) faults.push({ path: [...path, "pattern"], message: compiled.message });
  }
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every((one) => typeof one === "string"))
  )
    faults.push({ path: [...path, "required"], message: "must be a list of names" });
  if (properties !== undefined && !isObject(properties))
    faults.push({ path: [...path, "properties"], message: "must be an object" });
  if (anyOf !== undefined && !Array.isArray(anyOf))
    faults.push({ path: [...path, "anyOf"], message: "must be a list" });
  const inner: [Path, unknown][] = [
    ...Object.entries(isObject(properties) ? properties : {}).map(([name, inner_schema]): [Path, unknown] => [
      [...path, "properties", name],
      inner_schema,
    ]),
    ...itemsOf(anyOf).map((alternative, at): [Path, unknown] => [[...path, "anyOf", at], alternative]),
    ...["items", "additionalProperties"].flatMap((name): [Path, unknown][] =>
      schema[name] === undefined ? [] : [[[...path, name], schema[name]]],
    ),
  ];
  return [...faults, ...inner.flatMap(([at, one]) => schemaFaults(one, at))];
}

/** What is wrong with the arguments of a call, in words; undefined if nothing is. */
export function argumentFault(schema: Schema, given: unknown): string | undefined {
  return faultOf(schema, given, "the arguments");
}

function faultOf(schema: unknown, value: unknown, name: string): string | undefined {
  if (schema === false) return `${name} is not accepted`;
  if (!isObject(schema)) return undefined;
  const types = [schema["type"] ?? []].flat().map(String);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `${name} must be ${types.map(named).join(" or ")}`;
  const { enum: options, anyOf } = schema;
  if (Array.isArray(options) && !options.some((option) => isSameJson(option, value)))
    return `${name} must be one of ${JSON.stringify(options)}`;
  if ("const" in schema && !isSameJson(schema["const"], value))
    return `${name} must be ${JSON.stringify(schema["const"])}`;
  if (Array.isArray(anyOf)) {
    const faults = anyOf.map((one) => faultOf(one, value, name));
    if (anyOf.length > 0 && faults.every((fault) => fault !== undefined)) return faults[0];
  }
  if (typeof value === "number") return numberFault(schema, value, name);
  if (typeof value === "string") return textFault(schema, value, name);
  if (Array.isArray(value)) return listFault(schema, value, name);
  return isObject(value) ? objectFault(schema, value, name) : undefined;
}

function numberFault(schema: Schema, value: number, name: string): string | undefined {
  const bound = (keyword: string) => schema[keyword] as number | undefined;
  const [least, most] = [bound("minimum"), bound("maximum")];
  const [above, below] = [bound("exclusiveMinimum"), bound("exclusiveMaximum")];
  if (least !== undefined && value < least) return `${name} must be at least ${least}`;
  if (most !== undefined && value > most) return `${name} must be at most ${most}`;
  if (above !== undefined && value <= above) return `${name} must be above ${above}`;
  return below !== undefined && value >= below ? `${name} must be below ${below}` : undefined;
}

function textFault(schema: Schema, value: string, name: string): string | undefined {
  const [least, most] = [schema["minLength"], schema["maxLength"]] as (number | undefined)[];
  const { pattern } = schema;
  if (least !== undefined && value.length < least) return `${name} must have at least ${least} characters`;
  if (most !== undefined && value.length > most) return `${name} must have at most ${most} characters`;
  if (pattern === undefined) return undefined;
  const compiled = compilePattern(String(pattern), "");
  const fits = compiled.ok && (compiled.test(value)?.length ?? 0) > 0;
  return fits ? undefined : `${name} must match /${pattern}/`;
}

function listFault(schema: Schema, value: readonly unknown[], name: string): string | undefined {
  const [least, most] = [schema["minItems"], schema["maxItems"]] as (number | undefined)[];
  if (least !== undefined && value.length < least) return `${name} must have at least ${least} items`;
  if (most !== undefined && value.length > most) return `${name} must have at most ${most} items`;
  for (const [at, item] of value.entries()) {
    const fault = faultOf(schema["items"], item, `item ${at + 1} of ${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function objectFault(schema: Schema, value: Schema, name: string): string | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const one of (schema["required"] ?? []) as string[])
    if (!Object.hasOwn(value, one)) return `${inside(name, one)} is missing`;
  for (const [key, item] of Object.entries(value)) {
    const is_declared = Object.hasOwn(properties, key);
    const rest = schema["additionalProperties"];
    if (!is_declared && rest === false) return `${inside(name, key)} is not known`;
    const fault = faultOf(is_declared ? properties[key] : rest, item, inside(name, key));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const inside = (name: string, key: string) => (name === "the arguments" ? key : `${name}.${key}`);

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const named = (type: string) => (/^[aoi]/.test(type) ? `an ${type}` : type === "null" ? type : `a ${type}`);
