import { createTransport } from "../../../client/create-transport.ts";
import { maskInUrl } from "../../../client/redact.ts";
import type { ReadConversation } from "../../../contract/readings/conversation.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";

/** Far longer than any conversation. */
const CHARACTERS_MAXIMUM = 4_000_000;

/**
 * The words of a conversation whose record has only their address. The key isn't sent there: the address may be anybody's.
 * @returns undefined if they can't be fetched; a warning then says why
 */
export async function fetchWords(
  context: Context,
  transcript_url: string,
): Promise<NonNullable<ReadConversation["transcript"]> | undefined> {
  try {
    const { turns } = await parseTranscript(await fetchText(context, transcript_url));
    return turns.map(({ role, utterance, start_offset_ms }) => ({
      role,
      message: utterance,
      message_id: null,
      start_offset_ms: start_offset_ms ?? 0,
    }));
  } catch (error) {
    if (context.signal.aborted) throw error;
    const where = URL.canParse(transcript_url) ? maskInUrl(transcript_url) : transcript_url;
    await context.terminal.alert(
      sanitizeLine(`warning: could not fetch the words from ${where}: ${(error as Error).message}`),
    );
    return undefined;
  }
}

async function fetchText({ globals: { timeout }, env, signal }: Context, url: string): Promise<string> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error("it is not a valid URL with http:// or https://");
  const timeout_ms = timeout * 1000;
  const transport = createTransport({ connections: 1, env, timeout_ms });
  try {
    const { status, body } = await transport.send({
      ...{ method: "GET", url, body: undefined, timeout_ms, signal },
      headers: { accept: "application/json, text/vtt, text/plain" },
    });
    if (status !== 200) throw new Error(`the answer is ${status}`);
    if (body.length > CHARACTERS_MAXIMUM) throw new Error("the answer is too large");
    return body.toString("utf8");
  } finally {
    await transport.close();
  }
}
