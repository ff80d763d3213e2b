// Regenerates fixtures/recordings/*.{wav,json} and fixtures/transcripts/booking.{vtt,srt} from recording-plans.mjs.
// Needs espeak-ng and sox on PATH. The same versions of both give the same bytes; nothing else depends on the machine.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { plans } from "./recording-plans.mjs";
import { HEADER_BYTES, wavHeader } from "./wav.mjs";

const SAMPLES_PER_MS = 8;
const AUDIBLE = 32768 * 10 ** (-50 / 20);
const SIDES = {
  agent: { speaker: "AGENT", label: "Agent", channel: 0, voice: "en-us+f3", words_per_minute: "195" },
  user: { speaker: "USER", label: "User", channel: 1, voice: "en-gb+m3", words_per_minute: "195" },
};

/** Mono samples of an utterance at 8 kHz, peak -3 dBFS, from the first to the last audible one. */
function synthesize(side, utterance) {
  const voice = ["-v", side.voice, "-s", side.words_per_minute, "-z", "--stdout", utterance];
  const spoken = execFileSync("espeak-ng", voice, { maxBuffer: 2 ** 24 });
  // --ignore-length: the length in a WAV written to a pipe is wrong. -D: no dither, which is random.
  const from = ["-D", "-V1", "--ignore-length", "-t", "wav", "-"];
  const to = ["-t", "raw", "-e", "signed-integer", "-b", "16", "-L", "-c", "1", "-r", "8000", "-"];
  const effects = ["rate", "8000", "gain", "-n", "-3"];
  const bytes = execFileSync("sox", [...from, ...to, ...effects], { input: spoken, maxBuffer: 2 ** 24 });
  const samples = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(i * 2));
  const audible = (sample) => Math.abs(sample) > AUDIBLE;
  return samples.slice(samples.findIndex(audible), samples.findLastIndex(audible) + 1);
}

/**
 * Places the steps of a plan on the time line. Returns the E2 fields that describe the call, and the speech
 * to write.
 */
function schedule({ participants, conversation_ended_by, tail_ms, steps }) {
  const described = { participants, transcript: [], tool_calls: [], events: [], conversation_ended_by };
  const speech = [];
  let now = 0; // end of all speech so far
  for (const { agent, user, tool_call, event, gap_ms, at_ms, duration_ms = 0, ...fields } of steps) {
    if (tool_call) {
      described.tool_calls.push({ name: tool_call, start_offset_ms: now + at_ms, ...fields });
    } else if (event) {
      const start_offset_ms = now + at_ms;
      const end_offset_ms = start_offset_ms + duration_ms;
      described.events.push({ title: event, start_offset_ms, end_offset_ms, ...fields });
    } else {
      const { side, utterance } = agent
        ? { side: SIDES.agent, utterance: agent }
        : { side: SIDES.user, utterance: user };
      const samples = synthesize(side, utterance);
      const start_offset_ms = now + gap_ms;
      const end_offset_ms = start_offset_ms + Math.ceil(samples.length / SAMPLES_PER_MS);
      described.transcript.push({
        start_offset_ms,
        end_offset_ms,
        speaker: side.speaker,
        utterance,
        ...fields,
      });
      speech.push({ channel: side.channel, start_offset_ms, samples });
      now = Math.max(now, end_offset_ms);
    }
  }
  return { described, speech, duration_ms: now + tail_ms };
}

/** A RIFF WAVE file: PCM, 16 bit, 8 kHz, stereo. */
function wav(speech, duration_ms) {
  const rate = SAMPLES_PER_MS * 1000;
  const frame = 4;
  const bytes = duration_ms * SAMPLES_PER_MS * frame;
  const file = Buffer.concat([wavHeader({ channels: 2, rate, bytes }), Buffer.alloc(bytes)]);
  for (const { channel, start_offset_ms, samples } of speech) {
    const first = HEADER_BYTES + start_offset_ms * SAMPLES_PER_MS * frame + channel * 2;
    for (const [i, sample] of samples.entries()) file.writeInt16LE(sample, first + i * frame);
  }
  return file;
}

/** `HH:MM:SS.mmm`, with the separator of WebVTT (".") or SubRip (","). */
function timestamp(ms, separator) {
  return new Date(ms).toISOString().slice(11, 23).replace(".", separator);
}

const label = (speaker) => Object.values(SIDES).find((side) => side.speaker === speaker).label;

function webvtt(transcript) {
  const cues = transcript.map(({ start_offset_ms, end_offset_ms, speaker, utterance }) => {
    const time = `${timestamp(start_offset_ms, ".")} --> ${timestamp(end_offset_ms, ".")}`;
    return `${time}\n<v ${label(speaker)}>${utterance}</v>\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

function subrip(transcript) {
  const cues = transcript.map(({ start_offset_ms, end_offset_ms, speaker, utterance }, i) => {
    const time = `${timestamp(start_offset_ms, ",")} --> ${timestamp(end_offset_ms, ",")}`;
    return `${i + 1}\n${time}\n${label(speaker)}: ${utterance}\n`;
  });
  return cues.join("\n");
}

const fixture = (path) => new URL(`../fixtures/${path}`, import.meta.url);

for (const plan of plans) {
  const { described, speech, duration_ms } = schedule(plan);
  writeFileSync(fixture(`recordings/${plan.name}.wav`), wav(speech, duration_ms));
  writeFileSync(fixture(`recordings/${plan.name}.json`), `${JSON.stringify(described, null, 2)}\n`);
  if (plan.name === "booking") {
    writeFileSync(fixture("transcripts/booking.vtt"), webvtt(described.transcript));
    writeFileSync(fixture("transcripts/booking.srt"), subrip(described.transcript));
  }
}
