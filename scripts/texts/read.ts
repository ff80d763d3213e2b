/**
 * Turns the engine's texts, which translators edit as files, into modules. The build and vitest call this.
 */
import type { z } from "zod";
import { offsetOf } from "../../src/cli/manifest/locate.ts";
import type { Path } from "../../src/cli/manifest/parsed.ts";
import { faultAt, toSource } from "../../src/cli/manifest/source.ts";
import { readYaml } from "../../src/cli/yaml/read.ts";
import { issuesOf } from "../../src/contract/issues.ts";
import { LANGUAGES } from "../../src/contract/values.ts";
import { policyWords } from "../../src/engine/texts/policy-schema.ts";
import { attacks, CATEGORIES, language } from "../../src/engine/texts/schema.ts";

interface Kind {
  readonly schema: z.ZodType;
  /** The files that must exist, without `.yaml`, in the order in which the module has them. */
  readonly names: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  languages: { schema: language, names: LANGUAGES },
  attacks: { schema: attacks, names: CATEGORIES },
  policies: { schema: policyWords, names: ["en"] },
};

/**
 * The module `texts:<kind>`: the contents of the files in the folder `kind`, by file name. If something is
 * wrong, returns faults instead, each with its file and key.
 * @param files text of each file, by its path
 */
export function textsModule(
  kind: string,
  files: Readonly<Record<string, string>>,
): { readonly code: string; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const { schema, names } = KINDS[kind] ?? {};
  if (!schema || !names) return { code: "", faults: [`no texts of the kind "${kind}"`] };
  const found = new Map<string, unknown>();
  for (const [file, text] of Object.entries(files)) {
    const name = /(?<![^/\\])([^/\\]+)\.yaml$/.exec(file)?.[1] ?? file;
    if (!names.includes(name)) faults.push(`${file}: must be named one of ${names.join(", ")}`);
    found.set(name, checked(file, text, schema, faults));
  }
  for (const name of names)
    if (!found.has(name)) faults.push(`src/engine/texts/${kind}/${name}.yaml: file not found`);
  const all = Object.fromEntries(names.map((name) => [name, found.get(name)]));
  return { code: `export default ${literal(all)};`, faults };
}

function checked(file: string, text: string, schema: z.ZodType, faults: string[]): unknown {
  const source = toSource(file, file, text);
  const report = (path: Path, offset: number, message: string) => {
    const { where, frame } = faultAt(source, offset, message);
    const key = path.length === 0 ? "" : ` ${path.join(".")}`;
    faults.push(`${where}${key}: ${message}\n${frame}`);
  };
  const { documents, faults: broken } = readYaml(text);
  for (const { offset, message } of broken) report([], offset, message);
  const [document] = documents;
  if (broken.length > 0) return undefined;
  if (!document) {
    report([], 0, "the file is empty");
    return undefined;
  }
  const { success, data, error } = schema.safeParse(document.value);
  if (success) return data;
  for (const { path, message, type } of issuesOf(error, document.value)) {
    const steps = path.map((step) => (typeof step === "symbol" ? String(step) : step));
    report(steps, offsetOf(document.root(), steps, type === "extra_forbidden"), message);
  }
  return undefined;
}

/** A value as JavaScript: JSON, and regular expressions. */
function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}:${literal(one)}`)
    .join()}}`;
}
