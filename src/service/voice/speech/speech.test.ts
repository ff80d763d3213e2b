import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, rmsOf, SAMPLE_RATE, SPEECH_RMS } from "../../../engine/voice/pcm.ts";
import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";
import { wavHeader } from "../wav-header.ts";
import { createSpeech, type Speech } from "./speech.ts";

const SPEAKER: SpeakerSettings = { language: "en", accent: null, gender: "female", speed: 1 };
const SENTENCE = "I would like to book an appointment for tomorrow morning.";

describe("the built-in voice", () => {
  let speech: Speech;
  beforeAll(() => {
    speech = createSpeech({});
  });
  afterAll(() => speech.close());

  test("renders the same bytes for the same text, at the usual level, without silence around it", async () => {
    const other = createSpeech({});
    const [one, again] = [await speech.render(SENTENCE, SPEAKER), await other.render(SENTENCE, SPEAKER)];
    await other.close();
    expect(Buffer.from(one.buffer).equals(Buffer.from(again.buffer))).toBe(true);
    expect(one.length / SAMPLE_RATE).toBeGreaterThan(2);
    expect(rmsOf(one)).toBeGreaterThan(SPEECH_RMS / 2);
    expect(rmsOf(one.subarray(0, 800))).toBeGreaterThan(60);
  });

  test("a speed changes the length and not the voice", async () => {
    const lengths: number[] = [];
    for (const speed of [0.6, 1, 1.6])
      lengths.push((await speech.render(SENTENCE, { ...SPEAKER, speed })).length);
    const [slow = 0, usual = 0, fast = 0] = lengths;
    expect(slow / usual).toBeCloseTo(1 / 0.6, 0);
    expect(usual / fast).toBeCloseTo(1.6, 0);
  });

  test("accents and genders are different voices of about the same speed", async () => {
    const voices = [];
    for (const gender of ["male", "female"] as const)
      for (const accent of ["american", "american2", "mature", "british", "indian", "italian"] as const)
        voices.push(await speech.render(SENTENCE, { ...SPEAKER, gender, accent }));
    expect(new Set(voices.map((voice) => Buffer.from(voice.buffer).toString("base64"))).size).toBe(12);
    const lengths = voices.map(({ length }) => length);
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.6);
  });

  test("says before a call that it does not speak a language", async () => {
    expect(await speech.refusal(SPEAKER)).toBeUndefined();
    expect(await speech.refusal({ ...SPEAKER, language: "de" })).toContain('speaks English only, not "de"');
  });

  test("text that cannot be said is silence", async () => {
    expect(await speech.render("… 😀 ***", SPEAKER)).toHaveLength(0);
  });

  test("makes noise in its thread", async () => {
    const loop = await speech.noise("cafe");
    expect(rmsOf(loop)).toBeCloseTo(1, 3);
    expect(await speech.noise("cafe")).toBe(loop);
  });
});

/** A WAV file of a tone, with the length that a program states when it writes to a pipe. */
const TONE_PROGRAM = `
const chunks = [];
process.stdin.on("data", (piece) => chunks.push(piece)).on("end", () => {
  const text = Buffer.concat(chunks).toString();
  if (process.argv.includes("xx")) { console.error("no such voice: xx"); process.exit(1); }
  const rate = 22050, length = text.length * 400;
  const wav = Buffer.alloc(44 + 2 * length);
  wav.write("RIFF", 0); wav.writeUInt32LE(0xffffffff, 4); wav.write("WAVEfmt ", 8); wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(rate, 24); wav.writeUInt32LE(2 * rate, 28);
  wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34); wav.write("data", 36); wav.writeUInt32LE(0x7ffff000, 40);
  for (let at = 0; at < length; at++) wav.writeInt16LE(Math.round(9000 * Math.sin(at / 10)), 44 + 2 * at);
  process.stdout.write(wav);
});`;

describe("a program", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-tts-"));
  const program = join(folder, "tone.cjs");
  writeFileSync(program, TONE_PROGRAM);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("gets the text on stdin, and its WAV is brought to the line's rate and level", async () => {
    const speech = createSpeech({ command: `${process.execPath} ${program} -v {voice}` });
    const said = await speech.render("twenty letters here.", SPEAKER);
    expect(Math.abs(said.length - (20 * 400 * SAMPLE_RATE) / 22_050)).toBeLessThan(400);
    expect(Math.abs(rmsOf(said) / SPEECH_RMS - 1)).toBeLessThan(0.1);
    await speech.close();
  });

  test("that has no voice says so before the call", async () => {
    const speech = createSpeech({ command: `${process.execPath} ${program} {language}` });
    expect(await speech.refusal({ ...SPEAKER, language: "xx" })).toContain("no such voice: xx");
    expect(await speech.refusal(SPEAKER)).toBeUndefined();
    const missing = createSpeech({ command: "/no/such/program" });
    expect(await missing.refusal(SPEAKER)).toContain("could not be run");
  });
});

test("a server with /v1/audio/speech: model, voice and speed go there, WAV comes back", async () => {
  const asked: unknown[] = [];
  const wav = execFileSync(process.execPath, ["-e", TONE_PROGRAM], { input: "some words", maxBuffer: 1e8 });
  const server = createServer(async (request, response) => {
    asked.push([request.url, request.headers.authorization, await json(request)]);
    response.writeHead(200, { "content-type": "audio/wav" }).end(wav);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const speech = createSpeech({
    server: {
      base_url: `http://127.0.0.1:${port}`,
      model: "tts-1",
      api_key: "k",
      voices: { "en/female": "af_heart", en: "am_adam" },
    },
  });
  expect((await speech.render("Hello.", { ...SPEAKER, speed: 1.25 })).length).toBeGreaterThan(1000);
  expect(asked).toEqual([
    [
      "/v1/audio/speech",
      "Bearer k",
      { model: "tts-1", input: "Hello.", voice: "af_heart", response_format: "wav", speed: 1.25 },
    ],
  ]);
  expect(await speech.refusal({ ...SPEAKER, language: "fr" })).toContain("has no voice");
  server.close();
  await speech.close();
});

test.runIf(spawnSync("espeak-ng", ["--version"]).status === 0)(
  "a server around espeak-ng speaks other languages over the same path",
  async () => {
    const server = createServer(async (request, response) => {
      const { input, voice } = (await json(request)) as { input: string; voice: string };
      const { stdout } = spawnSync("espeak-ng", ["--stdin", "--stdout", "-v", voice], {
        input,
        maxBuffer: 1e8,
      });
      response.writeHead(200, { "content-type": "audio/wav" }).end(stdout);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const options = {
      base_url: `http://127.0.0.1:${port}`,
      model: "espeak-ng",
      voices: { de: "de", fr: "fr" },
    };
    const speech = createSpeech({ server: options });
    const say = (language: string) =>
      speech.render("Guten Tag, ich möchte einen Termin.", { ...SPEAKER, language });
    const [german, again, french] = await Promise.all([say("de"), say("de"), say("fr")]);
    expect(german.length).toBeGreaterThan(SAMPLE_RATE);
    expect(Math.abs(rmsOf(german) / SPEECH_RMS - 1)).toBeLessThan(0.1);
    expect(again).toEqual(german);
    expect(french).not.toEqual(german);
    expect(await speech.refusal({ ...SPEAKER, language: "de" })).toBeUndefined();
    server.close();
    await speech.close();
  },
);

describe("noise from a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-noise-"));
  const speech = createSpeech({ noise_folder: folder });
  afterAll(async () => {
    await speech.close();
    rmSync(folder, { recursive: true });
  });
  const wav = (samples: Int16Array) =>
    Buffer.concat([wavHeader(samples.byteLength, 1), Buffer.from(bytesOf(samples))]);

  test("is a loop with a root mean square of 1, and follows the file", async () => {
    for (const level of [500, 4000]) {
      const samples = Int16Array.from({ length: SAMPLE_RATE }, (_, at) =>
        at % 40 < 20 ? level : -level / 4,
      );
      writeFileSync(join(folder, "street.wav"), wav(samples));
      const loop = await speech.noise({ file: "street.wav" });
      expect(loop.length).toBe(SAMPLE_RATE);
      expect(rmsOf(loop)).toBeCloseTo(1, 3);
      expect((loop[0] ?? 0) / (loop[20] ?? 1)).toBeCloseTo(-4, 1);
    }
  });

  test.each([
    ["other.wav", "is not in PARLEY_NOISE_FOLDER"],
    ["../street.wav", "without a path"],
    ["/etc/passwd", "without a path"],
    ["silent.wav", "it is silent"],
    ["text.wav", "cannot be used"],
  ])("%s is refused: %s", async (file, why) => {
    writeFileSync(join(folder, "silent.wav"), wav(new Int16Array(SAMPLE_RATE)));
    writeFileSync(join(folder, "text.wav"), "no sound at all");
    await expect(speech.noise({ file })).rejects.toThrow(why);
  });

  test("needs a folder", async () => {
    const without = createSpeech({});
    await expect(without.noise({ file: "street.wav" })).rejects.toThrow(
      "set the service's PARLEY_NOISE_FOLDER",
    );
    await without.close();
  });
});
