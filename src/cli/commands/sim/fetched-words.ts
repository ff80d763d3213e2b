import { createTransport } from "../../../client/create-transport.ts";
import { maskInUrl } from "../../../client/redact.ts";
import { header } from "../../../client/transport.ts";
import type { ReadConversation } from "../../../contract/readings/conversation.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";

/** Far longer than any conversation. */
const CHARACTERS_MAXIMUM = 4_000_000;

/** An address of a file usually redirects once, to where the file is stored. */
const REDIRECTS_MAXIMUM = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

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

async function fetchText({ globals: { timeout }, env, signal }: Context, address: string): Promise<string> {
  const timeout_ms = timeout * 1000;
  const transport = createTransport({ connections: 1, env, timeout_ms });
  try {
    let url = address;
    for (let redirects = 0; redirects <= REDIRECTS_MAXIMUM; redirects++) {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new Error(
          `${redirects > 0 ? "it redirects to what" : "it"} is not a valid URL with http:// or https://`,
        );
      const answer = await transport.send({
        method: "GET",
        url,
        body: undefined,
        timeout_ms,
        signal,
        headers: { accept: "application/json, text/vtt, text/plain" },
      });
      const { status, body } = answer;
      const next = REDIRECTS.includes(status) ? header(answer, "location") : undefined;
      if (next === undefined) {
        if (status !== 200) throw new Error(`the answer is ${status}`);
        if (body.length > CHARACTERS_MAXIMUM) throw new Error("the answer is too large");
        return body.toString("utf8");
      }
      url = URL.canParse(next, url) ? new URL(next, url).href : next;
    }
    throw new Error(`it redirects more than ${REDIRECTS_MAXIMUM} times`);
  } finally {
    await transport.close();
  }
}
