/** The commands that every plain noun has: records of the service that are listed, shown, changed and deleted by id. */
import type { z } from "zod";
import type { CallInput } from "../../client/prepare.ts";
import type { Operation } from "../../contract/endpoints.ts";
import type { Answer, Body, Lenient } from "../../contract/types.ts";
import type { Context } from "../context.ts";
import type { View } from "../render/view.ts";
import { bodyOptions, unsetOption } from "./body/options.ts";
import { type Command, defineCommand } from "./command.ts";
import { type Arg, arg, type Opt, type Values } from "./options.ts";
import { uuid } from "./parsers.ts";
import { createdView, type Described } from "./shared/created.ts";

export interface Noun<P extends string, T> {
  /** What one record is called, such as `trait`. */
  readonly name: string;
  /** The word on the command line, such as `traits`. */
  readonly group: string;
  /** The parameter of its operations, such as `trait_id`. */
  readonly param: P;
  readonly id: Arg<T>;
  /** An id for examples. */
  readonly example: string | number;
}

const EXAMPLE_ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";

/** A noun whose ids are UUIDs. @param from the command that lists the ids, if help names it */
export const noun = <P extends string>(
  group: string,
  name: string,
  param: P,
  from?: string,
): Noun<P, string> => ({
  name,
  group,
  param,
  id: arg(`<${name}-id>`, `id of the ${name}${from ? `, from \`${from}\`` : ""}`, uuid),
  example: EXAMPLE_ID,
});

/** The operations that take the noun's id and nothing else. */
type ById<P extends string, T> = {
  [K in Operation]: { readonly params: Readonly<Record<P, T>> } extends CallInput<K> ? K : never;
}[Operation];

/** The operations that take the noun's id and fields. */
type WithFields<P extends string, T> = {
  [K in Operation]: { readonly params: Readonly<Record<P, T>>; readonly body: Body<K> } extends CallInput<K>
    ? K
    : never;
}[Operation];

type Words = Pick<Command, "about" | "examples">;
type Opts = Readonly<Record<string, Opt<unknown>>>;

/** Lists what an operation answers. The options are its query. */
export const listCommand = <K extends Operation, O extends Opts = Record<never, never>>(
  operation: K,
  command: Words & { readonly options?: O; readonly view: View<Lenient<Answer<K>>> },
): Command =>
  defineCommand({
    needs: [operation],
    ...command,
    run: async (context, query: Values<O>) => ({
      data: await context.read(operation, { query } as unknown as CallInput<K>),
    }),
  });

/** Shows one record. @param hint what to do next */
export const showCommand = <P extends string, T, K extends ById<P, T>>(
  { param, id }: Noun<P, T>,
  operation: K,
  {
    absent,
    hint,
    ...words
  }: Words & {
    readonly absent?: Readonly<Record<string, string>>;
    readonly hint?: (record: Lenient<Answer<K>>, id: T) => string;
  },
): Command =>
  defineCommand({
    needs: [operation],
    ...words,
    args: { id },
    view: { kind: "record", ...(absent && { absent }) },
    async run(context, { id: value }) {
      const data = await context.read(operation, byId<K>(param, value));
      return { data, ...(hint && { hint: hint(data, value) }) };
    },
  });

/** Deletes one record, after a question. @param others what is deleted with it, for the question */
export const deleteCommand = <P extends string, T, K extends ById<P, T>>(
  { name, group, param, id, example }: Noun<P, T>,
  operation: K,
  { about, others }: { readonly about?: string; readonly others?: string } = {},
): Command =>
  defineCommand({
    needs: [operation],
    ...(about !== undefined && { about }),
    args: { id },
    examples: [[`parley ${group} delete ${example} --yes`, `deletes the ${name} without asking`]],
    view: { kind: "record" },
    async run(context, { id: value }) {
      await context.confirm(`Delete ${name} ${value}${others ? ` with ${others}` : ""}?`);
      return { data: await context.change(operation, byId<K>(param, value)) };
    },
  });

/** Changes the named fields of one record. @param schema the fields that can be changed */
export const updateCommand = <P extends string, T, K extends WithFields<P, T>, S extends z.ZodObject>(
  { param, id }: Noun<P, T>,
  operation: K,
  { schema, unset = false, ...words }: Words & { schema(): Promise<S>; readonly unset?: boolean },
): Command =>
  defineCommand({
    needs: [operation],
    ...words,
    args: { id },
    options: { ...bodyOptions, ...(unset && { unset: unsetOption }) },
    view: { kind: "record" },
    async run(context, { id: value, ...changes }) {
      const { readChanges } = await import("./body/read.ts");
      const body = await readChanges(context, { schema: await schema(), ...changes });
      return { data: await context.change(operation, byId<K>(param, value, { body })) };
    },
  });

/** Creates a record from a file and flags. @param describe what to say of it */
export const createCommand = <K extends Operation, S extends z.ZodObject>(
  { name }: Noun<string, unknown>,
  operation: K,
  {
    schema,
    describe,
    ...words
  }: Words & { schema(): Promise<S>; describe(record: Lenient<Answer<K>>): Described },
): Command =>
  defineCommand({
    needs: [operation],
    ...words,
    options: bodyOptions,
    view: createdView(name, describe),
    async run(context, sources) {
      const { readBody } = await import("./body/read.ts");
      const body = await readBody(context, { noun: name, schema: await schema(), ...sources });
      return created(context, operation, { body } as unknown as CallInput<K>);
    },
  });

/** Creates a record, and gives its id to `--quiet`. */
export async function created<K extends Operation>(context: Context, operation: K, input: CallInput<K>) {
  const data = await context.change(operation, input);
  // Where no shape of the answer is published, it may be anything.
  const { id } = (data ?? {}) as { readonly id?: string | number | null };
  return { data, ...(id !== undefined && id !== null && { ids: [id] }) };
}

/** The noun's command checks, where it is made, that the operation takes these parameters. */
const byId = <K extends Operation>(param: string, id: unknown, rest = {}) =>
  ({ params: { [param]: id }, ...rest }) as unknown as CallInput<K>;
