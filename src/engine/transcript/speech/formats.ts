/**
 * The answers of speech-to-text services. This file loads zod, so import it only if there is JSON to read.
 */
import type { Entry } from "../turn.ts";
import { assemblyai } from "./assemblyai.ts";
import { awsTranscribe } from "./aws-transcribe.ts";
import { azure } from "./azure.ts";
import { deepgram } from "./deepgram.ts";
import { google } from "./google.ts";
import { type SpeechFormat, toEntries } from "./spoken.ts";
import { whisper } from "./whisper.ts";

/** No value has two of these shapes, so their order makes no difference. */
const FORMATS: readonly SpeechFormat[] = [deepgram, assemblyai, awsTranscribe, google, azure, whisper];

export const SPEECH_SERVICES = FORMATS.map(({ name }) => name);

/** What was said, if a value has the shape of a service's answer. An answer may be empty. */
export function readSpeech(value: unknown): { service: string; entries: Entry[] } | undefined {
  for (const { name, read } of FORMATS) {
    const spoken = read(value);
    if (spoken) return { service: name, entries: toEntries(spoken) };
  }
  return undefined;
}
