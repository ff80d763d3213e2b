/** Backpressure: limits on answers that stay in memory until their readers have taken them: how many bytes, how long. */
import type { ServerResponse } from "node:http";
import { Refused } from "../errors.ts";
import { JsonPieces } from "../json-text.ts";
import { yieldNow } from "../yield.ts";
import { LONG, limitShares, type ShareLimits } from "./shares.ts";

/** Limits on long answers: how many bytes may wait for their readers, and how many are prepared at once. */
export interface AnswerLimits extends ShareLimits {
  /** Answers of one organization that may be in preparation at once; others wait for their turn. */
  readonly making: number;
  /** Milliseconds after which a reader of a long answer that takes nothing is cut off. */
  readonly stall_ms: number;
}

export const ANSWER_LIMITS: AnswerLimits = {
  organization_bytes: 64 * 1024 * 1024,
  service_bytes: 256 * 1024 * 1024,
  making: 8,
  stall_ms: 30_000,
};

const RETRY_S = 5;

type Bytes = Uint8Array<ArrayBuffer>;
/** The parts of an answer. */
export type Made = string | Bytes | JsonPieces;
export type Sendable = string | Bytes | ReadableStream;

/** The organization of an answer, and where it goes. */
interface Asked {
  readonly organization_id: string;
  readonly operation: string;
  readonly response: ServerResponse;
}

export interface Backpressure {
  /** @throws Refused (429) if the organization leaves too much unread; call it before anything is done */
  admit(organization_id: string): void;
  /**
   * Creates an answer that can be requested again, once the organization's others are done.
   * @throws Refused (429, 503) if there is no room for it
   */
  inTurn(asked: Asked, make: () => Promise<Made>): Promise<Sendable>;
  /** The same for an answer to a change: the change has happened, so there is always room for its answer. */
  always(asked: Asked, make: () => Promise<Made>): Promise<Sendable>;
}

export function createBackpressure(limits: AnswerLimits): Backpressure {
  const { organization_bytes, making, stall_ms } = limits;
  const shares = limitShares(limits);
  /** Bytes of each organization's last long answer to each operation: an answer without room is not even created. */
  const last = new Map<string, number>();
  /** Answers in preparation, and those that wait for them. */
  const turns = new Map<string, { making: number; readonly waiting: (() => void)[] }>();

  function requireRoom(organization_id: string, bytes: number): void {
    const full = shares.fullFor(organization_id, bytes);
    if (full) throw full === "organization" ? tooMuchUnread() : noRoom();
  }

  /** Returns a function to report how many bytes of an answer now wait for its reader. */
  function hold({ organization_id, response }: Asked): (bytes: number) => void {
    let counted = 0;
    const count = (bytes: number) => {
      const now = response.closed ? 0 : bytes;
      shares.add(organization_id, now - counted);
      counted = now;
    };
    response.once("close", () => count(0));
    // Between two pieces, the connection may have to wait for the service as well.
    response.setTimeout(stall_ms, () => {
      if (response.writableLength > 0) response.socket?.destroy();
    });
    return count;
  }

  async function sendable(asked: Asked, made: Made, is_done: boolean): Promise<Sendable> {
    // A long one is encoded before it is sent: to measure it and to send it would encode it twice.
    if (typeof made === "string" && made.length <= LONG) {
      last.delete(nameOf(asked));
      return made;
    }
    if (!(made instanceof JsonPieces)) {
      const bytes = encoded(made);
      last.set(nameOf(asked), bytes.length);
      if (!is_done) requireRoom(asked.organization_id, bytes.length);
      hold(asked)(bytes.length);
      return bytes;
    }
    const pieces = made.pieces[Symbol.asyncIterator]();
    const first = await pieces.next();
    const start = first.done ? new Uint8Array() : encoded(first.value);
    if (!is_done) requireRoom(asked.organization_id, start.length);
    const count = hold(asked);
    count(start.length);
    return ReadableStream.from(rest(start, pieces, count));
  }

  async function turnOf(organization_id: string): Promise<(was_long: boolean) => void> {
    const turn = turns.get(organization_id) ?? { making: 0, waiting: [] };
    turns.set(organization_id, turn);
    if (turn.making < making) turn.making++;
    else await new Promise<void>((resolve) => turn.waiting.push(resolve));
    return (was_long) => {
      const next = turn.waiting.shift();
      // After a long answer, requests that arrived meanwhile go first.
      if (next && was_long) yieldNow().then(next);
      else if (next) next();
      else if (--turn.making === 0) turns.delete(organization_id);
    };
  }

  return {
    admit(organization_id) {
      if (shares.of(organization_id) >= organization_bytes) throw tooMuchUnread();
    },
    async inTurn(asked, make) {
      const done = await turnOf(asked.organization_id);
      try {
        // The reader has gone, or answers created in the meantime are left unread.
        if (asked.response.closed) throw gone();
        requireRoom(asked.organization_id, last.get(nameOf(asked)) ?? 0);
        return await sendable(asked, await make(), false);
      } finally {
        done(last.has(nameOf(asked)));
      }
    },
    always: async (asked, make) => sendable(asked, await make(), true),
  };
}

const nameOf = ({ organization_id, operation }: Asked) => `${organization_id} ${operation}`;

const encoded = (text: string | Uint8Array): Bytes =>
  typeof text === "string" ? Buffer.from(text) : (text as Bytes);

/** Each piece is requested once the reader has taken the previous one. */
async function* rest(
  first: Bytes,
  pieces: AsyncIterator<string | Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Bytes> {
  try {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      count(Buffer.byteLength(next.value));
      if (typeof next.value === "string") yield* encodedInSlices(next.value);
      else yield next.value as Bytes;
    }
  } finally {
    await pieces.return?.();
  }
}

/** A long text takes long to encode, so others go between its slices. */
async function* encodedInSlices(text: string): AsyncGenerator<Bytes> {
  for (let from = 0; from < text.length; ) {
    if (from > 0) await yieldNow();
    let to = from + LONG;
    // Both halves of a surrogate pair belong to one slice.
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
    yield encoded(text.slice(from, to));
    from = to;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

const refusal = (status: 429 | 503, detail: string) =>
  new Refused(status, detail, {}, { "retry-after": String(RETRY_S) });

const tooMuchUnread = () =>
  refusal(
    429,
    `your organization leaves too many answers unread; read them or close their connections, then try again in ${RETRY_S} s`,
  );

const noRoom = () =>
  refusal(503, `the service holds as many unread answers as it can; try again in ${RETRY_S} s`);

const gone = () => new Refused(400, "the client closed the connection before its turn came");
