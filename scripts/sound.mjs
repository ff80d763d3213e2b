/**
 * `node scripts/sound.mjs [--set known|apart|fresh|late] [--only <defect>] [--files <wav>…]`: defects made at known places in
 * speech of espeak-ng and flite, as spoken and in a telephone's band: how many the sound meters find, within 50 ms, and
 * what they find in the same speech without them. Then calls of two such voices, in which a turn lacks its sound, or its
 * words in the transcript. With `--files`: what they find in recordings. Needs espeak-ng, sox,
 * and an ffmpeg with flite.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CONTRADICTIONS, callOf, turnsOfCalls, WHOLE, withContradiction } from "./sound/calls.mjs";
import { DEFECTS } from "./sound/defects.mjs";
import { loadEngine } from "./sound/engine.mjs";
import { SETS, speech, telephone } from "./sound/speech.mjs";

const RATE = 8000;
const NEAR_MS = 50;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", default: "known" },
    only: { type: "string" },
    files: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
const { RecordingAnalyzer, wavFile, alignRecording, compareWordsWithSound } = await loadEngine();

const analyse = (bytes) => {
  const analyzer = new RecordingAnalyzer();
  analyzer.push(bytes);
  return analyzer.end().channels.map(({ defects }) => defects.places);
};
const kindsOf = (places) =>
  Object.entries(places).flatMap(([kind, { kept }]) => kept.map((place) => ({ kind, ...place })));
const show = (places) =>
  kindsOf(places)
    .map(({ kind, start_ms, end_ms }) => `${kind} ${Math.round(start_ms)}-${Math.round(end_ms)}`)
    .join(", ") || "nothing";

if (values.files) {
  for (const file of positionals)
    console.log(`${file}: ${analyse(readFileSync(file)).map(show).join(" | ")}`);
} else {
  const set = SETS[values.set];
  const turns = speech(set, RATE);
  const calls = turnsOfCalls(set).map((call, at) => callOf(speech(call, RATE), at, RATE));
  for (const [band, line] of [
    ["as spoken", (samples) => samples],
    ["telephone band", telephone],
  ]) {
    measure(band, turns, line);
    measureCalls(band, calls, line);
  }
}

function measure(band, turns, line) {
  console.log(`${values.set}, ${band}:`);
  for (const [kind, make] of Object.entries(DEFECTS)) {
    if (values.only && kind !== values.only) continue;
    const misses = turns.flatMap((turn, at) => missed(kind, make, turn, at, line));
    console.log(`  ${kind.padEnd(12)} ${turns.length - misses.length} of ${turns.length}`);
    if (values.verbose) for (const miss of misses) console.log(`    missed ${miss}`);
  }
  const alarms = turns.flatMap(({ samples, voice }) =>
    kindsOf(found([line(samples)])).map(
      ({ kind, start_ms }) => `${kind} at ${Math.round(start_ms)} of ${voice}`,
    ),
  );
  console.log(`  false in ${turns.length} turns without a defect: ${alarms.join(", ") || "nothing"}`);
}

function measureCalls(band, calls, line) {
  console.log(`${values.set}, calls, ${band}:`);
  for (const [kind, { chosen, ...made }] of Object.entries(CONTRADICTIONS)) {
    if (values.only && kind !== values.only) continue;
    const misses = calls.flatMap((call, at) => {
      const { contradictions, transcript } = contradictionsOf(call, at, made, line);
      const turn = chosen(at);
      const place =
        kind === "silent_words" ? transcript[turn].start_offset_ms : (call.placed[turn].start * 1000) / RATE;
      const isFound = contradictions[kind].some(({ start_ms }) => Math.abs(start_ms - place) <= NEAR_MS);
      return isFound ? [] : [`at ${Math.round(place)} of call ${at}: ${JSON.stringify(contradictions)}`];
    });
    console.log(`  ${kind.padEnd(16)} ${calls.length - misses.length} of ${calls.length}`);
    if (values.verbose) for (const miss of misses) console.log(`    missed ${miss}`);
  }
  const alarms = calls.flatMap((call, at) =>
    Object.entries(contradictionsOf(call, at, WHOLE, line).contradictions).flatMap(([kind, places]) =>
      places.map(({ start_ms }) => `${kind} at ${Math.round(start_ms)} of call ${at}`),
    ),
  );
  console.log(`  false in ${calls.length} calls without a defect: ${alarms.join(", ") || "nothing"}`);
}

/** What contradicts itself on the agent's side of a call. */
function contradictionsOf(call, at, made, line) {
  const { channels, transcript } = withContradiction(call, at, RATE, made);
  const analyzer = new RecordingAnalyzer();
  analyzer.push(wavFile([Array.from(line(channels.agent)), Array.from(line(channels.user))], RATE));
  const aligned = alignRecording(analyzer.end(), { transcript });
  if (!aligned.segments) throw new Error(`the channels of call ${at} could not be assigned`);
  const entries = transcript.map(({ speaker, start_offset_ms, end_offset_ms }, entry) => ({
    entry,
    side: speaker.toLowerCase(),
    filler: false,
    start_ms: start_offset_ms,
    end_ms: end_offset_ms,
  }));
  return { contradictions: compareWordsWithSound("agent", entries, aligned.segments.agent), transcript };
}

/** What was found instead of a defect: nothing is returned if it was found where it is. */
function missed(kind, { make, afterLine }, turn, at, line) {
  const before = afterLine ? { ...turn, samples: Array.from(line(turn.samples)) } : turn;
  const { samples, place } = make(before, at, RATE);
  const places = found([afterLine ? samples : line(samples)]);
  const isFound = places[kind].kept.some(
    ({ start_ms, end_ms }) => start_ms - NEAR_MS <= place && place <= end_ms + NEAR_MS,
  );
  return isFound ? [] : [`at ${Math.round(place)} of ${turn.voice}: ${show(places)}`];
}

function found([samples]) {
  const silent = new Float64Array(samples.length);
  return analyse(wavFile([Array.from(samples), silent], RATE))[0];
}
