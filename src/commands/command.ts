/** What a command is: options as data, and one function from input to data. It never prints and never exits. */
import type { Context } from "../context.ts";
import type { Failure } from "../failure.ts";
import type { View } from "../render/view.ts";
import type { Arg, Opt } from "./options.ts";

export { type Arg, arg, flag, list, type Opt, option } from "./options.ts";

type Args = Readonly<Record<string, Arg<unknown>>>;
type Opts = Readonly<Record<string, Opt<unknown>>>;
/** What a command's options or arguments come to. */
export type Values<S> = { readonly [K in keyof S]: S[K] extends Arg<infer T> | Opt<infer T> ? T : never };

export interface Result<D = unknown> {
  readonly data: D;
  /** What to do next, for a person. */
  readonly hint?: string;
  /** 0 unless said otherwise: gates end with codes of their own. */
  readonly exitCode?: number;
  /** Instead of the command's, where its data has several forms. */
  readonly view?: View;
  /** Told after the data, as an error with its exit code: bulk work of which some failed has results all the same. */
  readonly failure?: Failure | undefined;
}

export interface Command<A extends Args = Args, O extends Opts = Opts, D = unknown> {
  /** A paragraph for `--help`, beyond the summary in the tree. */
  readonly about?: string;
  readonly args?: A;
  readonly options?: O;
  /** Runnable command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** How a person sees the data; without one it is shown as it is. */
  readonly view?: View<D>;
  run(context: Context, input: Values<A> & Values<O>): Promise<Result<D>>;
}

/** Checks a command's parts against each other and erases their types for the tree. */
export function defineCommand<A extends Args, O extends Opts, D>(command: Command<A, O, D>): Command {
  return command as unknown as Command;
}
