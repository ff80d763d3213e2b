/** The pure part of an evaluation: all built-in metrics of transcripts, and the analysis of a recording. One core. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { wavHeader } from "../../scripts/wav.mjs";
import { bundle } from "../support/bundle.mjs";
import { useFolder } from "../support/processes.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "Evaluation";

const TURNS = 200;
const HOUR_S = 3600;
const RATE = 8000;

export async function measure() {
  const folder = useFolder();
  try {
    const load = createRequire(import.meta.url);
    const metrics = load(
      await bundle("src/service/engine/metrics/evaluate-builtins.ts", join(folder.path, "metrics")),
    );
    const audio = load(
      await bundle("src/service/engine/audio/recording-analyzer.ts", join(folder.path, "audio")),
    );
    const figures = await inTurns(
      {
        transcripts: () => transcripts(metrics.evaluateBuiltins),
        recording: () => recording(audio.RecordingAnalyzer),
      },
      { rounds: 5, budget_ms: 40_000 },
    );
    return [
      {
        unit: "a second of processor time",
        rows: [
          {
            what: `transcripts of ${TURNS} turns through all built-in metrics`,
            at_least: 5000,
            ...summary(figures.transcripts),
          },
        ],
      },
      {
        unit: "% of its duration, processor time",
        rows: [
          {
            what: "voice activity of one hour of 8 kHz stereo WAV",
            at_most: 2,
            ...summary(figures.recording),
          },
        ],
      },
    ];
  } finally {
    folder.remove();
  }
}

/** Processor time of this thread and its collector, in ms. */
function processorTime(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const SENTENCES = [
  "I can offer you Tuesday at nine or Thursday at half past two, which one suits you better?",
  "Tuesday at nine would be good, um, if it is with Doctor Patel.",
  "Let me look that up for you. One moment, please.",
  "Thank you. My number is four one one seven.",
];

/** A different one each time: nothing may be remembered from the last. */
function conversation(number) {
  const transcript = Array.from({ length: TURNS }, (_, turn) => ({
    speaker: turn % 2 === 0 ? "AGENT" : "USER",
    utterance: `${SENTENCES[(turn + number) % SENTENCES.length]} ${number} ${turn}`,
    start_offset_ms: turn * 3000 + ((turn * number) % 900),
    end_offset_ms: turn * 3000 + 2400,
  }));
  const tool_calls = Array.from({ length: 10 }, (_, i) => ({
    name: i % 2 ? "find_slot" : "book_appointment",
    start_offset_ms: 1 + i * 50_000,
    parameters: { day: "tuesday", number: i },
    output: { ok: true },
  }));
  const expected_tool_calls = [{ name: "book_appointment", parameters: { day: "tuesday" } }];
  return { transcript, tool_calls, expected_tool_calls, language: "en", conversation_ended_by: "USER" };
}

function transcripts(evaluateBuiltins) {
  const conversations = Array.from({ length: 1000 }, (_, i) => conversation(i + 1));
  const milliseconds = processorTime(() => {
    for (const one of conversations) evaluateBuiltins(one);
  });
  return (conversations.length / milliseconds) * 1000;
}

/** Bursts of noise on one channel, then on the other, with pauses: a second, repeated for an hour. */
function recording(RecordingAnalyzer) {
  const header = wavHeader({ channels: 2, rate: RATE, bytes: HOUR_S * RATE * 4 });
  const second = Buffer.alloc(RATE * 4);
  for (let sample = 0; sample < RATE; sample++) {
    const [left, right] = [sample < RATE * 0.4, sample > RATE * 0.5 && sample < RATE * 0.9];
    second.writeInt16LE(left ? Math.round(8000 * Math.sin(sample * 0.7)) : sample % 7, sample * 4);
    second.writeInt16LE(right ? Math.round(8000 * Math.sin(sample * 0.4)) : sample % 5, sample * 4 + 2);
  }
  const milliseconds = processorTime(() => {
    const analyzer = new RecordingAnalyzer();
    analyzer.push(header);
    for (let i = 0; i < HOUR_S; i++) analyzer.push(second);
    analyzer.end();
  });
  return (milliseconds / (HOUR_S * 1000)) * 100;
}
