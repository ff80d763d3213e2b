/**
 * Parses HTTP/1.1 messages from the bytes of a connection: what was really sent, whatever either end
 * believes.
 */

/** A request that passed completely, and the status of its answer, if that passed completely too. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** With one of these, a repeated request stores nothing again. */
  readonly idempotency_key: string | undefined;
  readonly status: number | undefined;
}

export function readExchanges(sent: Buffer, came: Buffer): Passed[] {
  const answers = wholeMessages(came);
  return wholeMessages(sent).map(({ start, head, body }, at) => {
    const [method = "", path = ""] = start.split(" ");
    const status = answers[at]?.start.split(" ")[1];
    const idempotency_key = /\r\nidempotency-key: ([^\r]+)/i.exec(head)?.[1];
    return {
      method,
      path,
      body: body.toString(),
      idempotency_key,
      status: status === undefined ? undefined : Number(status),
    };
  });
}

interface Message {
  readonly start: string;
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

function wholeMessages(bytes: Buffer): Message[] {
  const messages: Message[] = [];
  for (let at = 0; ; ) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    if (headEnd < 0) return messages;
    const head = bytes.subarray(at, headEnd).toString("latin1");
    const from = headEnd + HEAD_END.length;
    const end = /\r\ntransfer-encoding: chunked/i.test(head)
      ? endOfChunks(bytes, from)
      : from + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (end === undefined || end > bytes.length) return messages;
    messages.push({ start: head.slice(0, head.indexOf("\r\n")), head, body: bytes.subarray(from, end) });
    at = end;
  }
}

/** JSON contains no line breaks of this kind. */
function endOfChunks(bytes: Buffer, from: number): number | undefined {
  const last = bytes.indexOf(LAST_CHUNK, from);
  return last < 0 ? undefined : last + LAST_CHUNK.length;
}
