import type fc from "fast-check";

/** One kind of untrusted input, and the code that reads it. */
export interface Target {
  readonly name: string;
  /** Its share of all cases. The shares of all targets add up to 100. */
  readonly share: number;
  /** JSON values, so that an input that finds a fault can be stored in the corpus. */
  readonly inputs: fc.Arbitrary<unknown>;
  /** Throws if the code misbehaves: crashes, hangs, or answers that it is at fault. */
  run(input: never): Promise<void> | void;
  /** Called before each series of cases, and after it. */
  begin?(): Promise<void>;
  end?(): Promise<void>;
}

/** A target whose inputs and code have matching types. */
export const target = <T>(
  of: Target & { readonly inputs: fc.Arbitrary<T>; run(input: T): Promise<void> | void },
): Target => of;
