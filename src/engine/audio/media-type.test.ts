import { expect, test } from "vitest";
import { sniffMediaType } from "./media-type.ts";
import { wavFile } from "./testing/wav-file.ts";

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );
}

test.each([
  ["a WAV file", wavFile([[0]], 8000), "audio/wav"],
  ["an MP3 file with a tag", bytes("ID3", [4, 0, 0, 0, 0, 0, 0]), "audio/mpeg"],
  ["a frame of MPEG 1 layer III", bytes([0xff, 0xfb, 0x90, 0x64]), "audio/mpeg"],
  ["a frame of MPEG 2.5 layer III", bytes([0xff, 0xe3, 0x18, 0xc4]), "audio/mpeg"],
  ["an M4A file", bytes([0, 0, 0, 0x20], "ftypM4A "), "audio/mp4"],
  ["an MP4 file", bytes([0, 0, 0, 0x18], "ftypisom"), "video/mp4"],
])("%s", (_, start, type) => {
  expect(sniffMediaType(start)).toBe(type);
});

test.each([
  ["nothing", bytes()],
  ["another RIFF file", bytes("RIFF", [0, 0, 0, 0], "AVI ")],
  ["a frame of layer II", bytes([0xff, 0xfd, 0x90, 0x64])],
  ["an ADTS frame", bytes([0xff, 0xf1, 0x50, 0x80])],
  ["a bit rate that does not exist", bytes([0xff, 0xfb, 0xf0, 0x64])],
  ["a page", bytes("<!doctype html>")],
])("%s has no known type", (_, start) => {
  expect(sniffMediaType(start)).toBeNull();
});
