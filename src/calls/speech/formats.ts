import { assemblyai } from "./assemblyai.ts";
import { awsTranscribe } from "./aws-transcribe.ts";
import { azure } from "./azure.ts";
import { deepgram } from "./deepgram.ts";
import { google } from "./google.ts";
import type { SpeechFormat } from "./spoken.ts";
import { whisper } from "./whisper.ts";

/** Their shapes exclude each other, so their order says nothing. */
export const speechFormats: readonly SpeechFormat[] = [
  deepgram,
  assemblyai,
  awsTranscribe,
  google,
  azure,
  whisper,
];
