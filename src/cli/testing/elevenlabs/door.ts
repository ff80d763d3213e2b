/** Opens the WebSocket of a conversation with an agent of ElevenLabs. One that is not public needs a signed URL each time. */
import { fieldsOf, itemsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import { urlWithoutSecrets } from "../../../contract/secrets.ts";
import { statusTrouble, unreachable } from "../http/post.ts";
import { type Frame, type LineOptions, openLine, type SocketLine } from "../socket/line.ts";
import { seconds, Trouble } from "../trouble.ts";
import { type Initiation, initiation, pong, readFrame } from "./wire.ts";

const SIGNED_MAXIMUM = 64 * 1024;

/** @param options.secret the API key, if the agent is not public. @throws Trouble */
export async function openConversation(options: LineOptions): Promise<SocketLine> {
  const { url, secret } = options;
  const at = secret === undefined ? url : await signedUrl(options, secret);
  return openLine({ ...options, url: at, reply: pong });
}

/** The address of one conversation, which only its holder may know. */
async function signedUrl(
  { url, signal, timeout_ms }: Pick<LineOptions, "url" | "signal" | "timeout_ms">,
  api_key: string,
): Promise<string> {
  const asked = new URL(url);
  asked.protocol = asked.protocol === "ws:" ? "http:" : "https:";
  asked.pathname = `${asked.pathname.replace(/\/$/, "")}/get-signed-url`;
  const { status, type, text } = await get(asked, { api_key, signal, timeout_ms });
  const hidden = (words: string) => words.replaceAll(api_key, "••••");
  if (status !== 200) {
    const { message } = statusTrouble({ status, type, retry_after: undefined, text: hidden(wordsOf(text)) });
    throw new Trouble(message.replace(/^the agent answered/, "the request for a signed URL was answered"));
  }
  const { signed_url } = parseObject(text) ?? {};
  if (typeof signed_url !== "string" || !URL.canParse(signed_url) || !/^wss?:/.test(signed_url))
    throw new Trouble(`${urlWithoutSecrets(asked.href)} answered without a signed URL`);
  return signed_url;
}

/** Never follows a redirect: the key is for this host alone. */
async function get(
  url: URL,
  { api_key, signal, timeout_ms }: Pick<LineOptions, "signal" | "timeout_ms"> & { readonly api_key: string },
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const late = AbortSignal.timeout(timeout_ms);
  try {
    const response = await fetch(url, {
      headers: { "xi-api-key": api_key },
      redirect: "manual",
      signal: AbortSignal.any([signal, late]),
    });
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, text: (await response.text()).slice(0, SIGNED_MAXIMUM) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.aborted)
      throw new Trouble(`the request for a signed URL was not answered within ${seconds(timeout_ms)}`);
    const cause = (error as Error).cause;
    throw new Trouble(
      unreachable(cause instanceof Error ? cause : (error as Error), urlWithoutSecrets(url.href)),
    );
  }
}

/** What a refusal says: in `detail`, as an object, a list or a text. */
function wordsOf(text: string): string {
  const detail = parseObject(text)?.["detail"];
  const words = typeof detail === "string" ? detail : fieldsOf(detail ?? undefined)["message"];
  const [first] = itemsOf(detail).map((one) => fieldsOf(one)["msg"]);
  return [words, first].find((one) => typeof one === "string") ?? text;
}

/** The formats of a conversation's sound, and what came with them. */
export interface Begun {
  readonly metadata: Frame;
  readonly early: readonly Frame[];
}

/**
 * Begins the conversation.
 * @param next waits for the next frame
 */
export async function begun(line: SocketLine, how: Initiation, next: () => Promise<Frame>): Promise<Begun> {
  line.send(initiation(how));
  const early: Frame[] = [];
  for (;;) {
    const frame = await next();
    const { type, fields } = readFrame(frame);
    if (type === "conversation_initiation_metadata") return { metadata: fields, early };
    early.push(frame);
  }
}

/** What to say of a server that does not begin. */
export const notBegun = (timeout_ms: number): string =>
  `the agent's server did not begin the conversation (conversation_initiation_metadata) within ${seconds(timeout_ms)}`;
