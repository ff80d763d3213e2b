/** What the service asks of a language model. */

/** A part of a message: text, or a recording. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "input_audio";
      /** `data` is base64. */
      readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" };
    };

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly ContentPart[];
}

/** Asks for one JSON object. */
export interface Structure {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** A JSON Schema; the answer is not checked against it here. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the server should enforce the schema (default true); servers cannot if an object may have arbitrary keys. */
  readonly strict?: boolean;
}

export interface CompletionRequest {
  readonly messages: readonly Message[];
  readonly structure?: Structure;
  /** If absent, or if the model does not accept a temperature, the model's default applies. */
  readonly temperature?: number;
  /** Default: the configured model. */
  readonly model?: string;
  readonly signal?: AbortSignal;
  /** An answer that is kept does not count: the model is asked. */
  readonly fresh?: boolean;
}

/** What answers cost. Tokens are null if the server does not report them. */
export interface Usage {
  /** Answers that a model gave; those from the cache are counted apart. */
  readonly calls: number;
  readonly cached_calls: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  /** Time spent waiting for the model, including failed attempts; the times of simultaneous calls are added up. */
  readonly ms: number;
}

export interface Completion {
  readonly text: string;
  /** With a structure: the last JSON object of the text, if there is one. Not checked against the schema. */
  readonly object?: Readonly<Record<string, unknown>>;
  readonly usage: Usage;
  /** Whether the answer came from the cache, without asking the model. */
  readonly cached: boolean;
}

export interface Model {
  /** The configured model, which answers requests that do not name one. */
  readonly name: string;
  /** How often it is asked where it judges (default 1). */
  readonly votes?: number;
  /** Rejects with `ModelError` if there is no answer, and with the signal's reason if it was aborted. */
  complete(request: CompletionRequest): Promise<Completion>;
}

/** The model gave no answer: it cannot be reached, refused the request, or broke off. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
