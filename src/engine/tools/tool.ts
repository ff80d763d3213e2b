/** A tool that an agent can call, as its record keeps it. */
import { isObject } from "../../contract/is-object.ts";

export interface AgentTool {
  name: string;
  description?: string | undefined;
  /** The JSON Schema of its parameters: an object, without references. */
  parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** One value that a tool takes. A nested object or the item of a list has a parameter for each of its values. */
export interface ToolParameter {
  /** Its path in the call: `["items", 0, "size"]`. */
  path: readonly (string | number)[];
  /** The last name of the path: `size`. */
  name: string;
  /** Whether every call needs it. */
  required: boolean;
  type: ParameterType;
  description?: string;
  /** All the values that it may have (`enum`, `const`). */
  options?: readonly (string | number)[];
  /** Values that its schema gives as examples, and its default. */
  examples: readonly (string | number)[];
  /** `date`, `date-time`, `email`, and the like. */
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

export type ParameterType = "string" | "number" | "integer" | "boolean";

/** No tool that people use has more. */
const PARAMETERS = 100;
const DEPTH = 6;
const LONGEST_DESCRIPTION = 1_000;
const OPTIONS = 200;

type Schema = Readonly<Record<string, unknown>>;

/** The values that a tool takes, in the order of its schema. */
export function parametersOf({ parameters }: Pick<AgentTool, "parameters">): ToolParameter[] {
  const parameter_list: ToolParameter[] = [];
  if (parameters) collect(parameters, [], true, parameter_list);
  return parameter_list;
}

function collect(
  schema: Schema,
  path: readonly (string | number)[],
  required: boolean,
  parameter_list: ToolParameter[],
): void {
  if (path.length > DEPTH || parameter_list.length >= PARAMETERS) return;
  const plain = plainOf(schema);
  const { properties, items } = plain;
  if (isObject(properties)) {
    const needed: readonly unknown[] = Array.isArray(plain["required"]) ? plain["required"] : [];
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner)) collect(inner, [...path, name], required && needed.includes(name), parameter_list);
  } else if (isObject(items)) {
    // What describes a list describes what is in it.
    const { description } = plain;
    collect(
      { ...(typeof description === "string" && { description }), ...items },
      [...path, 0],
      required,
      parameter_list,
    );
  } else if (path.length > 0) {
    const parameter = parameterOf(plain, path, required);
    if (parameter) parameter_list.push(parameter);
  }
}

function parameterOf(
  schema: Schema,
  path: readonly (string | number)[],
  required: boolean,
): ToolParameter | undefined {
  const options = scalars(schema["enum"] ?? (schema["const"] === undefined ? [] : [schema["const"]]));
  const type = typeOf(schema, options);
  if (!type) return undefined;
  const { description, format, pattern, minimum, maximum } = schema;
  return {
    path,
    name: nameOf(path),
    required,
    type,
    ...(typeof description === "string" && { description: description.slice(0, LONGEST_DESCRIPTION) }),
    ...(options.length > 0 && { options }),
    examples: [
      ...new Set([
        ...scalars(schema["examples"]),
        ...scalars([schema["example"]]),
        ...scalars([schema["default"]]),
      ]),
    ],
    ...(typeof format === "string" && { format }),
    ...(typeof pattern === "string" && { pattern }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
  };
}

/** The last name of a path. The items of a list have the name of the list. */
const nameOf = (path: readonly (string | number)[]): string =>
  String(path.findLast((step) => typeof step === "string") ?? "");

/** A schema without the choice that only says that a value may be null, and with its parts in one object. */
function plainOf(schema: Schema): Schema {
  const choices = [schema["anyOf"], schema["oneOf"]].find(Array.isArray) ?? [];
  const choice = choices.find((choice) => isObject(choice) && choice["type"] !== "null");
  const parts = [...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []), choice].filter(isObject);
  return Object.assign({}, ...parts.toReversed(), schema);
}

function typeOf({ type }: Schema, options: readonly (string | number)[]): ParameterType | undefined {
  const named = (Array.isArray(type) ? type : [type]).find((one) => one !== "null");
  if (TYPES.includes(named as ParameterType)) return named as ParameterType;
  if (named !== undefined) return undefined;
  return options.length > 0 && options.every((option) => typeof option === "number") ? "number" : "string";
}

const TYPES: readonly ParameterType[] = ["string", "number", "integer", "boolean"];

const scalars = (values: unknown): (string | number)[] =>
  (Array.isArray(values) ? values : [])
    .slice(0, OPTIONS)
    .filter((value) => (typeof value === "string" && value.trim() !== "") || typeof value === "number");
