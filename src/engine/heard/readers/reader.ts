import type { Sentence } from "../sentence.ts";

/** Something in a sentence that is the fact, or like it. */
export interface Found {
  readonly is: "same" | "alike";
  readonly heard: string;
}

/** How a fact is recognized. */
export interface Reader {
  readonly kind: "name" | "number" | "date" | "email" | "address" | "amount";
  /** What a sentence says of the fact: the fact itself, otherwise values that are so much like it that it may have been misheard. */
  readonly find: (sentence: Sentence) => Found[];
  /** Whether a value that stands for the fact alone is the same, but for its form. */
  readonly isSame: (value: Sentence) => boolean;
  /** Whether such a value may be the fact, misheard. */
  readonly isAlike: (value: Sentence) => boolean;
  /** The agent may offer another one instead, and the caller take it. */
  readonly negotiable: boolean;
  /** The value is too short to be recognized without the word that names it. */
  readonly short: boolean;
}

/** How a value has to be spelled to be taken for a mishearing of another. */
export const mostEdits = (length: number): number => Math.max(1, Math.floor(length * 0.4));
