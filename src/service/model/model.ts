/** What the service asks a language model. */

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
  /** A JSON Schema. The answer is not checked against it here. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Whether the server should enforce the schema (default true). Servers cannot if an object may have
   * arbitrary keys.
   */
  readonly strict?: boolean;
}

export interface CompletionRequest {
  readonly messages: readonly Message[];
  readonly structure?: Structure;
  /** If absent, or if the model does not accept a temperature, the model's default applies. */
  readonly temperature?: number;
  /** The configured model by default. */
  readonly model?: string;
  readonly signal?: AbortSignal;
  /** Asks the model even if there is a cached answer. */
  readonly fresh?: boolean;
  /** The answer is cached only by `keep`, so that a repeated request asks the model again if it was unusable. */
  readonly unkept?: boolean;
}

/** The cost of answers. Tokens are null if the server does not report them. */
export interface Usage {
  /** Answers from a model. Answers from the cache are counted separately. */
  readonly calls: number;
  readonly cached_calls: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  /**
   * Time spent waiting for the model, including failed attempts. The times of simultaneous calls are added
   * up.
   */
  readonly ms: number;
}

export interface Completion {
  readonly text: string;
  /** With a structure: the last JSON object in the text, if any. Not checked against the schema. */
  readonly object?: Readonly<Record<string, unknown>>;
  readonly usage: Usage;
  /** Whether the answer came from the cache, without asking the model. */
  readonly cached: boolean;
}

export interface Model {
  /** The configured model, which answers requests that do not name one. */
  readonly name: string;
  /** How often to ask it for a verdict (default 1). */
  readonly votes?: number;
  /** Rejects with `ModelError` if there is no answer, and with the signal's reason if it was aborted. */
  complete(request: CompletionRequest): Promise<Completion>;
  /** Caches the answer to an `unkept` request. */
  keep(request: CompletionRequest, text: string): Promise<void>;
}

/** The language model. Without one, features that need it are off. */
export interface WithModel {
  readonly model?: Model | undefined;
}

/** Why there is no answer to use. */
export type ModelFault = "model_error" | "unreadable_answer";

/**
 * The model gave no answer: it cannot be reached, refused the request, or broke off (`model_error`). Or its answer is
 * too large to be read (`unreadable_answer`).
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  readonly reason: ModelFault;

  constructor(
    message: string,
    { status, cause, reason }: { status?: number; cause?: unknown; reason?: ModelFault } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.reason = reason ?? "model_error";
  }
}
