/** Every exported function of the program, with how its parameters are written, and what its module and the modules beside it look for. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";

const ROOT = resolve(import.meta.dirname, "../../..");

export interface Exported {
  readonly file: string;
  readonly name: string;
  /** The type of each parameter that must be given, as it is written. */
  readonly parameters: readonly string[];
}

interface Module {
  readonly functions: readonly Exported[];
  readonly patterns: readonly RegExp[];
  readonly strings: readonly string[];
  /** The modules of the program that it imports. */
  readonly imports: readonly string[];
}

/** The modules of src/ by path, without tests, what only tests use, and the pages of the console. */
export function modules(): ReadonlyMap<string, Module> {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => join("src", file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|fixture|d)\.ts$/.test(file))
    .filter((file) => !file.startsWith("src/web/") && !/\/(?:engine|service)\/.*\/testing\//.test(file))
    .sort();
  return new Map(files.map((file) => [file, moduleOf(file)]));
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function moduleOf(file: string): Module {
  const text = readFileSync(join(ROOT, file), "utf8");
  const program = parseAst(text, { lang: "ts" }, file) as unknown as { readonly body: readonly Node[] };
  const patterns: RegExp[] = [];
  const strings: string[] = [];
  const imports: string[] = [];
  for (const statement of program.body) {
    const { type, source } = statement as Node & { source?: { value: string } };
    if (type === "ImportDeclaration") imports.push(...moduleFile(file, source?.value ?? ""));
    else visit(statement, (node) => collect(node, patterns, strings));
  }
  const functions = program.body.flatMap((node) => exportedIn(node)).map((one) => written(one, text, file));
  return { functions, patterns, strings, imports };
}

function moduleFile(from: string, source: string): string[] {
  const file = join(dirname(from), source).replaceAll("\\", "/");
  return source.startsWith(".") && existsSync(join(ROOT, file)) ? [file] : [];
}

function collect(node: Node, patterns: RegExp[], strings: string[]): void {
  const { regex, value } = node as Node & { regex?: { pattern: string; flags: string } };
  if (regex) patterns.push(new RegExp(regex.pattern, regex.flags));
  else if (node.type === "Literal" && typeof value === "string" && value !== "" && value.length < 80)
    strings.push(value);
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && "start" in value) see(value as Node);
  for (const inner of Object.values(value)) visit(inner, see);
}

interface Function {
  readonly name: string;
  readonly params: readonly Node[];
}

function exportedIn({ type, declaration }: Node): Function[] {
  const declared = declaration as Node | null | undefined;
  if (type !== "ExportNamedDeclaration" || !declared) return [];
  if (declared.type === "FunctionDeclaration") return [functionOf(declared["id"], declared)];
  if (declared.type !== "VariableDeclaration") return [];
  return (declared["declarations"] as Node[]).flatMap(({ id, init }) =>
    (init as Node | null)?.type.includes("Function") ? [functionOf(id, init as Node)] : [],
  );
}

const functionOf = (id: unknown, { params }: Node): Function => ({
  name: (id as { name: string }).name,
  params: params as Node[],
});

function written({ name, params }: Function, text: string, file: string): Exported {
  const needed = params.filter(
    (parameter) => parameter.type !== "RestElement" && parameter.type !== "AssignmentPattern",
  );
  const parameters = needed
    .filter((one) => one["optional"] !== true)
    .map((one) => typeIn(one["typeAnnotation"] as { typeAnnotation: Node } | null | undefined, text));
  // A first parameter that may be left out is a text as well.
  const [first] = params;
  const isText = /^(?:\w+\s*=\s*["'`]|\w+\?:\s*string$)/.test(
    first ? text.slice(first.start, first.end) : "",
  );
  return { file, name, parameters: parameters.length === 0 && isText ? ["string"] : parameters };
}

const typeIn = (annotation: { typeAnnotation: Node } | null | undefined, text: string) =>
  annotation
    ? text.slice(annotation.typeAnnotation.start, annotation.typeAnnotation.end).replaceAll(/\s+/g, " ")
    : "";
