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
const FRESH = [
  "Hej, jag ringer om lägenheten vid torget. Är den fortfarande ledig, och kan jag få se den på torsdag eftermiddag?",
  "Dobrý den, chtěl bych zrušit objednávku, kterou jsem poslal včera večer. Peníze mi prosím vraťte na účet.",
  "Jó napot kívánok, a szerelő ma reggel nem jött el, pedig egész nap otthon voltam. Mikor jön helyette?",
  "The battery of my bicycle does not charge any more. Is there a workshop nearby that could have a look at it today?",
  "Please put me through to the accounts department. I have paid this bill twice, and nobody has answered my letters.",
];
const FRESH_VOICES = ["sv+f2", "cs+m2", "hu+f4", "en-us+m4", "en-gb+f1"];
const LATE = [
  "Buongiorno, vorrei spostare la visita di mercoledì al pomeriggio. Mi può richiamare quando avete un posto libero?",
  "Goedemiddag, mijn bestelling is nog niet aangekomen en ik heb haar morgen nodig. Kunt u nakijken waar zij blijft?",
  "Dzień dobry, chciałabym zamówić taksówkę na lotnisko jutro o piątej rano. Ile będzie kosztował taki przejazd?",
  "The parcel you sent me has a broken corner and half of the glasses inside are gone. Whom should I write to about it?",
  "My daughter lost her season ticket on the number nine tram this morning. Has anybody handed it in at your office?",
];
const LATE_VOICES = ["it+m5", "nl+f3", "pl+f5", "en-us+f1", "en-gb-scotland+m7"];
const LANGUAGES = ["de+f4", "es+m2", "fr+f1", "en-sc+m4", "en+f5"];

const espeak = ({ voice, text, words_per_minute = 165, pitch = 50 }) =>
  execFileSync(
    "espeak-ng",
    ["-v", voice, "-s", String(words_per_minute), "-p", String(pitch), "--stdout", text],
    { maxBuffer: 2 ** 25 },
  );
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

/**
 * Twenty turns of each of two programs. `apart` was not used while the first limits were chosen, `fresh`, with other
 * speeds, pitches and noise, while the second ones were, and `late` not for any.
 */
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
  fresh: [
    ...[120, 150, 190, 240].flatMap((words_per_minute, take) =>
      FRESH.map((text, at) => ({
        by: espeak,
        voice: FRESH_VOICES[at],
        text,
        words_per_minute,
        pitch: [20, 45, 70, 95][(at + take) % 4],
        peak: [0.2, 0.4, 0.7][(at + take) % 3],
        ...(take % 2 && { noise_dbfs: -65 + 5 * (at % 3) }),
      })),
    ),
    ...[0.9, 0.95, 1.06, 1.12].flatMap((faster, take) =>
      [0, 1, 2, 3, 4].map((at) => ({
        by: flite,
        voice: FLITE[(at + take) % 4],
        text: FRESH[3 + ((at + take) % 2)] + APART[3 + (at % 2)].slice(0, 50),
        faster,
        peak: [0.2, 0.4, 0.7][(at + take) % 3],
        ...(take % 2 && { noise_dbfs: -65 + 5 * (at % 3) }),
      })),
    ),
  ],
  late: [
    ...[135, 160, 200, 230].flatMap((words_per_minute, take) =>
      LATE.map((text, at) => ({
        by: espeak,
        voice: LATE_VOICES[at],
        text,
        words_per_minute,
        pitch: [30, 55, 65, 85][(at + 2 * take) % 4],
        peak: [0.25, 0.5, 0.8][(at + take) % 3],
        ...(take % 2 && { noise_dbfs: -68 + 6 * (at % 3) }),
      })),
    ),
    ...[0.92, 0.97, 1.04, 1.1].flatMap((faster, take) =>
      [0, 1, 2, 3, 4].map((at) => ({
        by: flite,
        voice: FLITE[(at + 3 * take) % 4],
        text: LATE[3 + ((at + take) % 2)] + KNOWN[at].slice(0, 45),
        faster,
        peak: [0.25, 0.5, 0.8][(at + take) % 3],
        ...(take % 2 && { noise_dbfs: -68 + 6 * (at % 3) }),
      })),
    ),
  ],
};

/** White noise of a level, the same each time. */
function noiseOf(length, dbfs, seed) {
  let state = seed;
  const size = Math.sqrt(3) * 10 ** (dbfs / 20);
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return size * (state / 2 ** 31 - 1);
  });
}

/** The turns of a set: samples with half a second of silence before and a second after, and where their sound is. */
export const speech = (set, rate) =>
  set.map((turn) => {
    const faster = turn.faster ? ["speed", String(turn.faster)] : [];
    const bytes = sox(["-t", "wav", "-"], turn.by(turn), [...faster, "rate", String(rate)]);
    const loudest = bytes.reduce((loud, sample) => Math.max(loud, Math.abs(sample)), 0);
    const spoken = bytes.map((sample) => (sample * turn.peak) / loudest);
    const quiet = [...Array(rate / 2).fill(0), ...spoken, ...Array(rate).fill(0)];
    const noise = turn.noise_dbfs ? noiseOf(quiet.length, turn.noise_dbfs, quiet.length) : null;
    const samples = noise ? quiet.map((sample, at) => sample + noise[at]) : quiet;
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
