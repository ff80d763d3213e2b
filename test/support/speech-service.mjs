/** What stand-ins for speech services share: when somebody speaks, and words as sound. */
import { createVoice } from "../../fixtures/agents/say.mjs";

/** Louder is speech. So many frames of 20 ms begin and end it. */
const LOUD = 300;
const BEGINS = 3;
const PAUSE = 20;
/** As large as pieces of sound are, in bytes. */
const PIECE = 9600;
const VOICE_RATE = 16_000;

/** Takes samples of 16 bits, in pieces of any size, and tells when speech begins and ends. */
export function createEar(rate, { begins, ends }) {
  const frame = (rate / 50) * 2;
  let rest = Buffer.alloc(0);
  let loud = 0;
  let quiet = 0;
  let isSpeaking = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (; rest.length >= frame; rest = rest.subarray(frame)) {
      let sum = 0;
      for (let at = 0; at < frame; at += 2) sum += rest.readInt16LE(at) ** 2;
      const isLoud = Math.sqrt(sum / (frame / 2)) > LOUD;
      quiet = isLoud ? 0 : quiet + 1;
      loud = isLoud ? loud + 1 : loud;
      if (!isSpeaking && loud >= BEGINS) {
        isSpeaking = true;
        begins();
      }
      if (quiet < PAUSE) continue;
      if (isSpeaking) ends();
      isSpeaking = false;
      loud = 0;
    }
  };
}

/** Says words at a rate: pieces of samples of 16 bits. */
export async function createSpeaker() {
  const voice = await createVoice();
  return async (words, rate) => {
    const samples = await voice.say(words);
    const at = (place) => samples[Math.min(place, samples.length - 1)] ?? 0;
    const sound = Int16Array.from(
      { length: Math.floor((samples.length * rate) / VOICE_RATE) },
      (_, index) => {
        const place = (index * VOICE_RATE) / rate;
        const before = Math.floor(place);
        return Math.round(at(before) + (at(before + 1) - at(before)) * (place - before));
      },
    );
    const bytes = Buffer.from(sound.buffer);
    const starts = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, index) => index * PIECE);
    return starts.map((start) => bytes.subarray(start, start + PIECE));
  };
}
