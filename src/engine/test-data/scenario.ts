/** What the readers of other frameworks' test files return. */

/** A path in the documents that were read; its first step is the number of the document. */
export type Place = readonly (string | number)[];

/** What was not taken over as it is. */
export interface Note {
  readonly at: Place;
  /** `no_counterpart`: it is lost. `needs_model`: it is kept, and only a language model can follow or judge it. */
  readonly state: "no_counterpart" | "needs_model";
  readonly message: string;
}

/** A test of the file: a caller of a test file, or the reason why there is none. */
export type Scenario = { readonly name: string; readonly at: Place } & (
  | { readonly caller: Readonly<Record<string, unknown>> }
  | { readonly reason: string }
);

export interface TestData {
  readonly scenarios: readonly Scenario[];
  readonly notes: readonly Note[];
  /** How the agent is reached, if the file says it: fields of a test file's agent. */
  readonly agent?: Readonly<Record<string, unknown>> | undefined;
  /** The agent's prompt, if all tests have the same. */
  readonly prompt?: string | undefined;
}

export interface Source {
  readonly documents: readonly unknown[];
  /** The documents of files that the documents name, by the name that is written: `file://tests.yaml`. */
  readonly files: ReadonlyMap<string, { readonly text: string; readonly values: readonly unknown[] }>;
}

export interface Reader {
  readonly format: string;
  /** Whether a document is of this format. */
  recognizes(document: unknown): boolean;
  read(source: Source): TestData;
}
