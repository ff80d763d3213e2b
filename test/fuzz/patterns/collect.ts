/** Every regular expression of the program: the literals of its source, those that it constructs, and those of its texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";

const ROOT = resolve(import.meta.dirname, "../../..");

export interface Found {
  /** Where it is: a file and a line. */
  readonly place: string;
  readonly pattern: RegExp;
}

interface Construction {
  readonly place: string;
  /** Its arguments in the source. */
  readonly written: string;
}

export interface Literals {
  readonly files: number;
  readonly literals: readonly Found[];
  /** Where the program constructs others. */
  readonly constructions: readonly Construction[];
}

/** The literals of all modules in src/, without their tests. */
export function literalsOf(): Literals {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => join("src", file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|d)\.ts$/.test(file))
    .sort();
  const literals: Found[] = [];
  const constructions: Construction[] = [];
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const placeOf = (offset: number) => `${file}:${text.slice(0, offset).split("\n").length}`;
    visit(parseAst(text, { lang: "ts" }, file), (node) => {
      if (node.regex) {
        const pattern = new RegExp(node.regex.pattern, node.regex.flags);
        literals.push({ place: placeOf(node.start), pattern });
      }
      if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === "RegExp")
        constructions.push({ place: placeOf(node.start), written: writtenIn(text, node) });
    });
  }
  return { files: files.length, literals, constructions };
}

const writtenIn = (text: string, { arguments: given = [] }: Node) =>
  given.map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, " ")).join(", ");

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly arguments?: readonly Node[];
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && "start" in value) see(value as Node);
  for (const inner of Object.values(value)) visit(inner, see);
}

/** The patterns anywhere in a value, such as the texts of a language. */
export function patternsIn(value: unknown, place: string, known = new Set<unknown>()): Found[] {
  if (value instanceof RegExp) return [{ place, pattern: value }];
  if (typeof value !== "object" || value === null || known.has(value)) return [];
  known.add(value);
  return Object.entries(value).flatMap(([name, inner]) => patternsIn(inner, `${place}.${name}`, known));
}

/** The patterns that modules make while they load. They must not be loaded yet. */
export async function constructed(constructions: readonly Construction[]): Promise<Found[]> {
  const found: Found[] = [];
  const Original = globalThis.RegExp;
  const recorded = (pattern: RegExp) => {
    const [, place] = /\/(src\/[^\s:]+\.ts:\d+):\d+\)?$/.exec(new Error().stack?.split("\n")[3] ?? "") ?? [];
    if (place) found.push({ place, pattern });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args, by) =>
      recorded(Reflect.construct(target, args, by === globalThis.RegExp ? target : by)),
    apply: (target, that, args) => recorded(Reflect.apply(target, that, args)),
  });
  try {
    const files = new Set(constructions.map(({ place }) => place.replace(/:\d+$/, "")));
    for (const file of files) await import(/* @vite-ignore */ join(ROOT, file));
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}
