/** The answers of speech-to-text services. zod is loaded with this file: import it where there is JSON to read. */
import type { Entry } from "../turn.ts";
import { assemblyai } from "./assemblyai.ts";
import { awsTranscribe } from "./aws-transcribe.ts";
import { azure } from "./azure.ts";
import { deepgram } from "./deepgram.ts";
import { google } from "./google.ts";
import { type SpeechFormat, toEntries } from "./spoken.ts";
import { whisper } from "./whisper.ts";

/** No value has two of these shapes, so their order says nothing. */
const FORMATS: readonly SpeechFormat[] = [deepgram, assemblyai, awsTranscribe, google, azure, whisper];

export const SPEECH_SERVICES = FORMATS.map(({ name }) => name);

/** What was said, where a value has the shape of a service's answer; an answer may hold nothing. */
export function readSpeech(value: unknown): { service: string; entries: Entry[] } | undefined {
  for (const { name, read } of FORMATS) {
    const spoken = read(value);
    if (spoken) return { service: name, entries: toEntries(spoken) };
  }
  return undefined;
}
