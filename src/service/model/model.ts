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
  /** A JSON Schema; the answer is not held to it here. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the server shall enforce it (default true); it can't where an object may have any keys. */
  readonly strict?: boolean;
}

export interface CompletionRequest {
  readonly messages: readonly Message[];
  readonly structure?: Structure;
  /** Left to the model where it is absent, and where the model takes none. */
  readonly temperature?: number;
  /** Default: the configured model. */
  readonly model?: string;
  readonly signal?: AbortSignal;
}

/** What answers cost. Tokens are null where the server does not tell them. */
export interface Usage {
  /** Answers that a model gave; those from the cache are counted apart. */
  readonly calls: number;
  readonly cached_calls: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  /** Time spent waiting for the model, attempts that failed included, calls at the same time added up. */
  readonly ms: number;
}

export interface Completion {
  readonly text: string;
  /** With a structure: the last JSON object of the text, if there is one. Not checked against the schema. */
  readonly object?: Readonly<Record<string, unknown>>;
  readonly usage: Usage;
  /** Whether it was answered before, and no model was asked. */
  readonly cached: boolean;
}

export interface Model {
  /** The configured model: what answers a request that names none. */
  readonly name: string;
  /** Rejects with `ModelError` where there is no answer, and with the signal's reason where it was aborted. */
  complete(request: CompletionRequest): Promise<Completion>;
}

/** A model that gave no answer: it can't be reached, refuses the request, or broke off. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
