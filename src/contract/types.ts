/** Types of calls and answers, derived from the table of endpoints and its schemas. */
import type { z } from "zod";
import type { Endpoints, Operation, Param, SchemaName } from "./endpoints.ts";
import type * as schemas from "./schemas/index.ts";

type ParamType<P extends Param> = P["type"] extends "integer"
  ? number
  : P["type"] extends "boolean"
    ? boolean
    : P extends { readonly enum: readonly (infer T)[] }
      ? T
      : string;
/** A part of a row of the table; undefined if the row has none. */
type Row<K extends Operation, Part extends string> = Endpoints[K] extends { readonly [P in Part]: infer V }
  ? V
  : undefined;

/** Path parameters of an operation. An operation without any accepts none. */
export type Params<K extends Operation> =
  Row<K, "params"> extends infer R extends Record<string, Param>
    ? { [N in keyof R]: ParamType<R[N]> }
    : unknown;

/** Query of an operation as a client writes it. Everything may be omitted. */
export type Query<K extends Operation> =
  Row<K, "query"> extends infer R extends Record<string, Param>
    ? { [N in keyof R]?: ParamType<R[N]> | undefined }
    : unknown;

/** Query as a handler reads it, with defaults filled in. */
export type ReadQuery<K extends Operation> =
  Row<K, "query"> extends infer R extends Record<string, Param>
    ? { [N in keyof R]: ParamType<R[N]> | (R[N] extends { optional: true } ? undefined : never) }
    : unknown;

export type Input<N extends SchemaName> = z.input<(typeof schemas)[N]>;
export type Output<N extends SchemaName> = z.output<(typeof schemas)[N]>;

/** Body as a client writes it. */
export type Body<K extends Operation> =
  Row<K, "body"> extends infer N extends SchemaName ? Input<N> : undefined;
/** Body as a handler reads it: checked, with defaults filled in. */
export type ReadBody<K extends Operation> =
  Row<K, "body"> extends infer N extends SchemaName ? Output<N> : undefined;

/** Answer of an operation as the service sends it. */
export type Answer<K extends Operation> = Output<Endpoints[K]["answer"]>;

/** An answer as a client may receive it. Unknown enumerated values and fields are kept. */
export type Lenient<T> = T extends string
  ? string
  : T extends readonly (infer I)[]
    ? Lenient<I>[]
    : T extends object
      ? { [F in keyof T]: Lenient<T[F]> }
      : T;
