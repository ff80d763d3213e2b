/**
 * Defines a command: options as data, and one function from input to data. That function never prints and
 * never exits.
 */

import type { Operation } from "../../contract/endpoints.ts";
import type { Failure } from "../../lib/failure.ts";
import type { Context } from "../context.ts";
import type { View } from "../render/view.ts";
import type { Arg, Opt, Values } from "./options.ts";

export { type Arg, arg, flag, list, type Opt, option, type Values } from "./options.ts";

type Args = Readonly<Record<string, Arg<unknown>>>;
type Opts = Readonly<Record<string, Opt<unknown>>>;

export interface Result<D = unknown> {
  readonly data: D;
  /** What `--quiet` prints instead of the data if the command has created something: one line for each. */
  readonly ids?: readonly (string | number)[];
  /** What to do next, as a hint for a person. */
  readonly hint?: string;
  /** 0 by default. Gates have exit codes of their own. */
  readonly exitCode?: number;
  /** Replaces the command's view if the data has several forms. */
  readonly view?: View;
  /**
   * Reported after the data, as an error with its own exit code: bulk work that failed in part still has
   * results.
   */
  readonly failure?: Failure | undefined;
}

export interface Command<A extends Args = Args, O extends Opts = Opts, D = unknown> {
  /** A paragraph for `--help`, in addition to the summary in the tree. */
  readonly about?: string;
  /**
   * The operations that the command cannot work without. If one of them is an extension of the API, the help
   * says so.
   */
  readonly needs?: readonly Operation[];
  readonly args?: A;
  readonly options?: O;
  /** Runnable command lines, each with a caption. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** How a person sees the data. Without a view, the data is shown as it is. */
  readonly view?: View<D>;
  run(context: Context, input: Values<A> & Values<O>): Promise<Result<D>>;
}

/** Makes the compiler check a command's parts against each other, and erases their types for the tree. */
export function defineCommand<A extends Args, O extends Opts, D>(command: Command<A, O, D>): Command {
  return command as unknown as Command;
}
