/** The body of a request from a file and `--set path=value`, checked before anything is sent. */
import type { z } from "zod";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { list, option } from "./command.ts";
import { type Assignment, assign, assignment } from "./set.ts";

export const bodyOptions = {
  file: option("-f, --file <file>", "its fields, in YAML or JSON"),
  set: list(
    "--set <path=value>",
    "one field by its dotted path, over what the file says; repeatable",
    assignment,
  ),
};

interface Given<S extends z.ZodObject> {
  /** What the body is, for messages: `agent`. */
  readonly noun: string;
  readonly schema: S;
  readonly file: string | undefined;
  readonly set: readonly Assignment[];
  /** Fields with flags of their own; they go over the file. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The body that was named, field by field; defaults are left to the service. Every fault is told at once. */
export async function readBody<S extends z.ZodObject>(
  context: Context,
  { noun, schema, file, set, fields }: Given<S>,
): Promise<z.input<S>> {
  const { toJSONSchema } = await import("zod");
  const types = toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const named = { ...(file !== undefined && (await readFields(context, file, schema))), ...fields };
  const body = set.reduce<unknown>((made, assignment) => assign(made, assignment, types), named);
  const checked = schema.safeParse(body);
  if (checked.success) return body as z.input<S>;
  const { faultsOf } = await import("../manifest/check.ts");
  throw usage(`the ${noun} is not complete or not right`, {
    details: faultsOf(checked.error, body),
    hint: "nothing was sent; give the fields with -f or --set",
  });
}

/** The fields in a file as they stand there. Those that are missing may still be given by flags. */
async function readFields(context: Context, file: string, schema: z.ZodObject): Promise<object> {
  const { readManifests } = await import("../manifest/read.ts");
  const [document, ...others] = await readManifests([file], schema.partial(), context);
  if (!document || others.length > 0)
    throw usage(`the file must hold one document, not ${document ? others.length + 1 : 0}`, { where: file });
  return document.raw as object;
}
