import type fc from "fast-check";

/** One kind of input that strangers write, and the code that reads it. */
export interface Target {
  readonly name: string;
  /** Its part of all cases; the parts of all targets make 100. */
  readonly share: number;
  /** Values of JSON, so that one that is found can be kept in the corpus. */
  readonly inputs: fc.Arbitrary<unknown>;
  /** Throws where the code does what it must not: crash, hang or answer that it is at fault. */
  run(input: never): Promise<void> | void;
  /** Called before each series of cases, and after it. */
  begin?(): Promise<void>;
  end?(): Promise<void>;
}

/** A target whose inputs and code agree on a type. */
export const target = <T>(
  of: Target & { readonly inputs: fc.Arbitrary<T>; run(input: T): Promise<void> | void },
): Target => of;
