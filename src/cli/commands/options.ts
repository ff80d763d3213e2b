/** Arguments and options of a command, as data. */
import { type Parser, text } from "./parsers.ts";

export interface Arg<T> {
  /** `<name>`, `[name]`, `<name...>` or `[name...]`. */
  readonly syntax: string;
  readonly about: string;
  readonly parser: Parser<unknown>;
  /** Exists only for the type. */
  readonly type?: T;
}

export interface Opt<T> {
  /** Written as in commander: `-m, --message <text>`. */
  readonly flags: string;
  readonly about: string;
  readonly parser?: Parser<unknown>;
  /** If given several times, the values form a list. */
  readonly repeats?: true;
  readonly fallback?: unknown;
  readonly type?: T;
}

/** The values of a command's options or arguments. */
export type Values<S> = { readonly [K in keyof S]: S[K] extends Arg<infer T> | Opt<infer T> ? T : never };

export function arg(syntax: `<${string}...>`, about: string): Arg<string[]>;
export function arg<T>(syntax: `<${string}...>`, about: string, parser: Parser<T>): Arg<T[]>;
export function arg(syntax: `[${string}...]`, about: string): Arg<string[]>;
export function arg<T>(syntax: `[${string}...]`, about: string, parser: Parser<T>): Arg<T[]>;
export function arg(syntax: `<${string}>`, about: string): Arg<string>;
export function arg<T>(syntax: `<${string}>`, about: string, parser: Parser<T>): Arg<T>;
export function arg(syntax: `[${string}]`, about: string): Arg<string | undefined>;
export function arg<T>(syntax: `[${string}]`, about: string, parser: Parser<T>): Arg<T | undefined>;
export function arg(syntax: string, about: string, parser: Parser<unknown> = text): Arg<unknown> {
  return { syntax, about, parser };
}

/** An option with a value. */
export function option(flags: `${string}<${string}>`, about: string): Opt<string | undefined>;
export function option<T>(
  flags: `${string}<${string}>`,
  about: string,
  parser: Parser<T>,
): Opt<T | undefined>;
export function option<T>(
  flags: `${string}<${string}>`,
  about: string,
  parser: Parser<T>,
  fallback: T,
): Opt<T>;
export function option(
  flags: string,
  about: string,
  parser: Parser<unknown> = text,
  fallback?: unknown,
): Opt<unknown> {
  return { flags, about, parser, fallback };
}

/** An option that can be repeated. */
export function list(flags: `${string}<${string}>`, about: string): Opt<string[]>;
export function list<T>(flags: `${string}<${string}>`, about: string, parser: Parser<T>): Opt<T[]>;
export function list(flags: string, about: string, parser: Parser<unknown> = text): Opt<unknown[]> {
  return { flags, about, parser, repeats: true, fallback: [] };
}

/** An option without a value. */
export function flag(flags: string, about: string): Opt<boolean> {
  return { flags, about, fallback: false };
}
