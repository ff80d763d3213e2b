/** The types of `import { test } from "parley-cli/vitest"`. The build copies this file, so it imports nothing of src/. */

/** The fields are those of a test file: docs/testing.md describes them. Relative paths start at the folder of the test. */
export interface Definition {
  readonly agent: Readonly<Record<string, unknown>>;
  /** A digital human, such as `{ intent: "…" }` or `{ goal: { tool: "…", facts: {} } }`. Its name is that of the test. */
  readonly caller: Readonly<Record<string, unknown>>;
  /** What must hold, such as `calls book_appointment`. */
  readonly expect?: readonly string[];
  /** A file of policies. Every conversation must keep the accepted ones. */
  readonly policies?: string;
  readonly max_turns?: number;
  /** The caller says the same with the same seed; "1" by default. */
  readonly seed?: string;
  /** How long the whole test may take, in milliseconds; 60,000 by default. */
  readonly timeout?: number;
}

export interface Conversation {
  readonly transcript: readonly {
    readonly role: string;
    readonly message: string;
    readonly start_offset_ms: number;
  }[];
  readonly tool_calls: readonly {
    readonly name: string;
    readonly parameters: Record<string, unknown> | null;
    readonly output: unknown;
    readonly start_offset_ms: number;
  }[];
  readonly end_reason: string | null;
  readonly ms: number;
}

export type Check = (conversation: Conversation) => unknown;

export type DefineTest = (name: string, definition: Definition, check?: Check) => void;

/**
 * A caller as a test case of vitest. `expect` of the definition must hold, and `check` must not throw. An agent
 * that cannot take part, and an expectation that cannot be decided, are errors.
 */
export declare const test: DefineTest & { readonly only: DefineTest; readonly skip: DefineTest };

interface ConversationMatchers<R> {
  /** A call of this tool has at least these parameters. */
  toHaveCalled(tool: string, parameters?: Readonly<Record<string, unknown>>): R;
  /** The agent said this text, in any case of its letters, or something that fits the pattern. */
  toHaveSaid(said: string | RegExp): R;
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: an interface is merged only with the type parameters that it has
  interface Matchers<T = any> extends ConversationMatchers<T> {}
}
