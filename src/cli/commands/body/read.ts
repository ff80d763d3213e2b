/** The body of a request from a file and flags, checked before anything is sent. */
import type { z } from "zod";
import { fits } from "../../../contract/accepts.ts";
import { type Detail, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { type Openness, STRICT } from "../../manifest/openness.ts";
import { warning } from "../shared/manifest-options.ts";
import { applyChanges, type Changes } from "./changes.ts";

interface Sources<S> extends Changes {
  /** The noun for the body in messages, such as `agent`. */
  readonly noun: string;
  readonly schema: S;
  readonly file?: string | undefined;
  /** Fields that have flags of their own. They override the file. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  readonly allow_unknown?: boolean;
}

/** The body, field by field. The service fills in defaults. All faults are reported at once. */
export async function readBody<S extends z.ZodObject>(
  context: Context,
  { noun, schema, file, fields, strict = false, allow_unknown = false, ...changes }: Sources<S>,
): Promise<z.input<S>> {
  return warning(context, { strict, allow_unknown }, async (openness) => {
    // Flags may still supply fields that the file omits.
    const written = file === undefined ? {} : await readFields(context, file, schema.partial(), openness);
    const { body, faults } = applyChanges(schema, { ...written, ...fields }, changes, openness);
    return checkBody(noun, schema, body, { faults, openness });
  });
}

/**
 * The body of a change. It may omit any field.
 * @throws Failure (usage) if no field is named
 */
export async function readChanges<S extends z.ZodObject>(
  context: Context,
  sources: Omit<Sources<S>, "noun"> & { readonly noun?: string },
): Promise<z.input<S>> {
  const body = await readBody(context, { noun: "patch", ...sources });
  if (Object.keys(body).length > 0) return body;
  const flags = ["--set path=value", ...(sources.unset ? ["--unset path"] : [])].join(", ");
  throw usage("nothing to change", { hint: `give fields with ${flags} or -f <file>` });
}

/** The only document of a file, checked against a schema. */
export async function readFields<S extends z.ZodType>(
  context: Context,
  file: string,
  schema: S | ((value: unknown) => S),
  openness?: Openness,
): Promise<z.input<S>> {
  const { readManifests } = await import("../../manifest/read.ts");
  const [document, ...others] = await readManifests([file], schema, context, openness);
  if (!document || others.length > 0)
    throw usage(`the file must contain one document, not ${document ? others.length + 1 : 0}`, {
      where: file,
    });
  return document.raw as z.input<S>;
}

interface CheckOptions {
  readonly faults?: readonly Detail[];
  readonly openness?: Openness;
}

/**
 * The body, if it fits the schema.
 * @param options.faults faults of the flags that the body was made from
 */
export async function checkBody<S extends z.ZodType>(
  noun: string,
  schema: S,
  body: unknown,
  { faults = [], openness = STRICT }: CheckOptions = {},
): Promise<z.input<S>> {
  if (fits(schema, body) && schema.safeParse(body).success && faults.length === 0) return body as z.input<S>;
  const { faultsOf } = await import("../../manifest/check.ts");
  const { found, more } = faultsOf(schema, body, openness);
  if (found.length + faults.length === 0) return body as z.input<S>;
  // A field whose flag was refused is missing only because of that.
  const rest = found.filter(({ where }) => !faults.some((fault) => fault.where.endsWith(` ${where}`)));
  const unlisted = more > 0 ? `; ${more} more errors are not listed` : "";
  throw usage(`the ${noun} is incomplete or invalid${unlisted}`, {
    details: [...faults, ...rest],
    hint: "nothing was sent; give the fields with -f or --set",
  });
}
