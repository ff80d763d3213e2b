import { describe, expect, test } from "vitest";
import { recordingByName, recordingFormat, recordingMediaType } from "./media.ts";

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );
}

describe("first bytes", () => {
  test.each([
    ["a WAV file", bytes("RIFF", [0x26, 0, 0, 0], "WAVEfmt "), "WAV", "audio/wav"],
    ["a WAV file of 64 bits", bytes("RF64", [0xff, 0xff, 0xff, 0xff], "WAVE"), "WAV", "audio/wav"],
    ["a broadcast WAV file of 64 bits", bytes("BW64", [0xff, 0xff, 0xff, 0xff], "WAVE"), "WAV", "audio/wav"],
    ["an MP3 file with a tag", bytes("ID3", [4, 0, 0, 0, 0, 0, 0]), "MP3", "audio/mpeg"],
    ["a frame of MPEG 1 layer III", bytes([0xff, 0xfb, 0x90, 0x64]), "MP3", "audio/mpeg"],
    ["a frame of MPEG 2.5 layer III", bytes([0xff, 0xe3, 0x18, 0xc4]), "MP3", "audio/mpeg"],
    ["an M4A file", bytes([0, 0, 0, 0x20], "ftypM4A "), "MP4", "audio/mp4"],
    ["an MP4 file", bytes([0, 0, 0, 0x18], "ftypisom"), "MP4", "video/mp4"],
  ])("tell the format of %s", (_, head, format, media_type) => {
    expect(recordingFormat(head)).toBe(format);
    expect(recordingMediaType(head)).toBe(media_type);
  });

  test.each([
    ["nothing", bytes()],
    ["another RIFF file", bytes("RIFF", [0, 0, 0, 0], "AVI ")],
    ["a big-endian WAV file", bytes("RIFX", [0, 0, 0, 0], "WAVE")],
    ["a frame of layer II", bytes([0xff, 0xfd, 0x90, 0x64])],
    ["an ADTS frame", bytes([0xff, 0xf1, 0x50, 0x80])],
    ["a bit rate that does not exist", bytes([0xff, 0xfb, 0xf0, 0x64])],
    ["a page", bytes("<!doctype html>")],
  ])("%s is not a recording", (_, head) => {
    expect(recordingFormat(head)).toBeUndefined();
    expect(recordingMediaType(head)).toBeUndefined();
  });
});

test.each([
  ["call.wav", "audio/wav"],
  ["/calls/7/Call.MP3", "audio/mpeg"],
  ["call.m4a", "audio/mp4"],
  ["call.mp4", "video/mp4"],
  ["call.ogg", undefined],
  ["wav", undefined],
])("the media type of a recording called %s", (name, media_type) => {
  expect(recordingByName(name)?.media_type).toBe(media_type);
});
