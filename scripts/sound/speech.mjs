import { execFileSync } from "node:child_process";

const ESPEAK = ["en-us+f3", "en-gb+m3", "en-us+m1", "en-us+f2"];
const FLITE = ["slt", "rms", "awb", "kal"];
const KNOWN = [
  "Thank you for calling, this is the reception speaking. How may I help you today? Please take your time.",
  "Your table for four people is booked for Saturday evening at half past seven. We are looking forward to seeing you.",
  "I am sorry, the doctor has no free appointment on Monday. Would Tuesday morning at nine be all right instead?",
  "The order with the number five three one has left our warehouse. It will arrive at your door on Thursday afternoon.",
  "Could you please spell your family name for me? I want to be sure that I have written it down without a mistake.",
];
const APART = [
  "Guten Morgen, hier ist die Werkstatt am Hafen. Ihr Wagen ist fertig und kann heute ab vier Uhr abgeholt werden.",
  "Buenas tardes, le llamo para confirmar la cita del jueves. Si no puede venir, dígamelo ahora, por favor.",
  "Bonjour, votre colis est arrivé ce matin au bureau de poste. Vous pouvez venir le chercher avec une pièce d'identité.",
  "Before we begin, may I ask where the leak is and since when the water has been running down the kitchen wall?",
  "All our rooms are taken over the holidays, but a smaller one above the garden becomes free on the second of January.",
];
const LANGUAGES = ["de+f4", "es+m2", "fr+f1", "en-sc+m4", "en+f5"];

const espeak = ({ voice, text }) =>
  execFileSync("espeak-ng", ["-v", voice, "-s", "165", "--stdout", text], { maxBuffer: 2 ** 25 });
const flite = ({ voice, text }) =>
  execFileSync(
    "ffmpeg",
    [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      `flite=voice=${voice}:text='${text.replace(/['’:,]/g, "")}'`,
      "-f",
      "wav",
      "-",
    ],
    { maxBuffer: 2 ** 25 },
  );

/** Twenty turns of each of two programs. `apart` was not used while the limits were chosen. */
export const SETS = {
  known: [
    ...ESPEAK.flatMap((voice) => KNOWN.map((text) => ({ by: espeak, voice, text, peak: 0.5 }))),
    ...FLITE.flatMap((voice) => KNOWN.map((text) => ({ by: flite, voice, text, peak: 0.5 }))),
  ],
  apart: [
    ...[0.15, 0.3, 0.6, 0.9].flatMap((peak, gain) =>
      APART.map((text, at) => ({
        by: espeak,
        voice: at < 3 ? LANGUAGES[at] : LANGUAGES[3 + ((at + gain) % 2)],
        text,
        peak,
      })),
    ),
    ...[0.15, 0.3, 0.6, 0.9].flatMap((peak, gain) =>
      [0, 1, 2, 3, 4].map((at) => ({
        by: flite,
        voice: FLITE[(at + gain) % 4],
        text: APART[3 + (at % 2)] + KNOWN[at].slice(0, 40),
        peak,
      })),
    ),
  ],
};

/** The turns of a set: samples with half a second of silence before and a second after, and where their sound is. */
export const speech = (set, rate) =>
  set.map((turn) => {
    const bytes = sox(["-t", "wav", "-"], turn.by(turn), ["rate", String(rate)]);
    const loudest = bytes.reduce((loud, sample) => Math.max(loud, Math.abs(sample)), 0);
    const spoken = bytes.map((sample) => (sample * turn.peak) / loudest);
    const samples = [...Array(rate / 2).fill(0), ...spoken, ...Array(rate).fill(0)];
    return { samples, ...turn };
  });

/** A telephone line: its band, and G.711 µ-law. */
export function telephone(samples) {
  const raw = Buffer.from(Int16Array.from(samples, (sample) => Math.round(sample * 32767)).buffer);
  const from = ["-t", "raw", "-e", "signed-integer", "-b", "16", "-c", "1", "-r", "8000", "-"];
  const coded = execFileSync(
    "sox",
    ["-D", "-V1", ...from, "-t", "raw", "-e", "mu-law", "-b", "8", "-", "sinc", "300-3400"],
    { input: raw, maxBuffer: 2 ** 25 },
  );
  return [...sox(["-t", "raw", "-e", "mu-law", "-b", "8", "-c", "1", "-r", "8000", "-"], coded, [])];
}

function sox(from, input, effects) {
  const to = ["-t", "raw", "-e", "signed-integer", "-b", "16", "-c", "1", "-"];
  const bytes = execFileSync("sox", ["-D", "-V1", ...from, ...to, ...effects], { input, maxBuffer: 2 ** 25 });
  return Float64Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    (one) => one / 32768,
  );
}
