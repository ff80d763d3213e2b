import { usage } from "../../../lib/failure.ts";
import type { Parser } from "../parsers.ts";

/** What a report contains. */
export interface Reference {
  readonly kind: "run" | "result" | "call";
  readonly id: string;
}

/** `900` or `run/900`, `result/12`, `call/<id>` or the UUID of a call. */
export const reference: Parser<Reference> = {
  parse(word) {
    const [, kind, id] = /^(run|result|conversation|call)\/(.+)$/.exec(word) ?? [];
    if (kind && id && (kind !== "run" || isNumber(id)))
      return { kind: kind === "conversation" ? "result" : (kind as Reference["kind"]), id };
    if (isNumber(word)) return { kind: "run", id: word };
    if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return { kind: "call", id: word };
    throw usage(`must be the id of a run, of a call, or result/<id> for a conversation, not "${word}"`);
  },
};

const isNumber = (word: string) => /^\d{1,15}$/.test(word);
