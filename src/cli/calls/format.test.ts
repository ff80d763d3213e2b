import { describe, expect, test } from "vitest";
import { mediaTypeOf } from "./format.ts";

const head = (...bytes: (string | number)[]) =>
  Buffer.concat([
    ...bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
    Buffer.alloc(16),
  ]);

const wav = head("RIFF", 1, 2, 3, 4, "WAVE");
const mp4 = head(0, 0, 0, 0x20, "ftypisom");

describe("a recording's media type", () => {
  test.each([
    ["a.wav", wav, "audio/wav"],
    ["A.WAV", wav, "audio/wav"],
    ["large.wav", head("RF64", 0xff, 0xff, 0xff, 0xff, "WAVE"), "audio/wav"],
    ["tagged.mp3", head("ID3", 4, 0), "audio/mpeg"],
    // 0xfb: MPEG 1, layer III. 0xf3: MPEG 2, layer III.
    ["bare.mp3", head(0xff, 0xfb, 0x90), "audio/mpeg"],
    ["bare2.mp3", head(0xff, 0xf3, 0x90), "audio/mpeg"],
    ["a.mp4", mp4, "video/mp4"],
    ["a.m4a", head(0, 0, 0, 0x1c, "ftypM4A "), "audio/mp4"],
  ])("%s", (file, bytes, media_type) => {
    expect(mediaTypeOf(bytes, file)).toBe(media_type);
  });

  test.each([
    ["a.mp3", wav, "the file is named .mp3 but its content is WAV"],
    ["a.wav", head("OggS"), "the file is named .wav but its content is not WAV"],
    ["a.wav", head("RIFF", 0, 0, 0, 0, "AVI "), "the file is named .wav but its content is not WAV"],
    // 0xf1: an ADTS frame of AAC. It has the same eleven bits set, but no layer.
    ["a.mp3", head(0xff, 0xf1), "the file is named .mp3 but its content is not MP3"],
    ["a.ogg", head("OggS"), "a recording must be one of .mp3, .mp4, .wav, .m4a, not .ogg"],
    ["recording", wav, "a recording must be one of .mp3, .mp4, .wav, .m4a"],
  ])("%s with other content is refused: %#", (file, bytes, message) => {
    expect(() => mediaTypeOf(bytes, file)).toThrow(expect.objectContaining({ message, outcome: "usage" }));
  });
});
