import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chunk,
  extensibleBody,
  formatBody,
  formatFields,
  rf64,
  riff,
  sampleBytes,
  wavFile,
} from "../testing/wav-file.ts";
import { decodeMulaw } from "./sample-encoding.ts";
import { WavDecoder } from "./wav-decoder.ts";
import { WavError, type WavErrorCode } from "./wav-error.ts";

/** Decodes a file that arrives in pieces of these lengths, repeated. */
function decode(file: Uint8Array, lengths: readonly number[] = [file.length]) {
  const channels: number[][] = [];
  const decoder = new WavDecoder((block) => {
    block.forEach((samples, index) => {
      channels[index] = [...(channels[index] ?? []), ...samples];
    });
  });
  for (let at = 0, piece = 0; at < file.length; piece++) {
    const length = Math.max(1, lengths[piece % lengths.length] ?? 1);
    decoder.push(file.subarray(at, at + length));
    at += length;
  }
  return { format: decoder.end(), channels };
}

function errorOf(file: Uint8Array): WavErrorCode | null {
  try {
    decode(file);
    return null;
  } catch (error) {
    if (error instanceof WavError) return error.code;
    throw error;
  }
}

const left = [0, 0.5, -0.5, 0.25, 1, -1];
const right = [0.125, 0, 0.75, -0.25, -1, 1];

describe("encodings", () => {
  test.each([
    ["pcm_u8", 2 / 128],
    ["pcm_s16", 2 / 32_768],
    ["pcm_s24", 2 / 8_388_608],
    ["pcm_s32", 1e-7],
    ["float32", 0],
    ["float64", 0],
  ] as const)("%s", (encoding, tolerance) => {
    const { format, channels } = decode(wavFile([left, right], 8000, encoding));
    expect(format).toMatchObject({ encoding, channel_count: 2, sample_rate_hz: 8000 });
    for (const [decoded, original] of [
      [channels[0], left],
      [channels[1], right],
    ]) {
      expect(decoded).toHaveLength(original?.length ?? 0);
      decoded?.forEach((sample, at) => {
        expect(Math.abs(sample - (original?.[at] ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
      });
    }
  });

  test("µ-law bytes are decoded one by one", () => {
    const file = riff(
      chunk("fmt ", formatBody(formatFields("mulaw", 1, 8000))),
      chunk("data", Uint8Array.of(0xff, 0x80, 0x00, 0xf0)),
    );
    const { format, channels } = decode(file);
    expect(format.encoding).toBe("mulaw");
    expect(channels[0]).toEqual([0xff, 0x80, 0x00, 0xf0].map((byte) => Math.fround(decodeMulaw(byte))));
  });

  test("an extensible format names its encoding in the sub-format", () => {
    const fields = formatFields("pcm_s24", 2, 48_000);
    const data = chunk("data", sampleBytes([left, right], "pcm_s24"));
    expect(decode(riff(chunk("fmt ", extensibleBody(fields)), data))).toEqual(
      decode(riff(chunk("fmt ", formatBody(fields)), data)),
    );
  });
});

describe("pieces and chunks", () => {
  const file = wavFile([left, right], 8000, "pcm_s24");

  test("it does not matter how the file is cut", () => {
    const whole = decode(file);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 6 }), (lengths) => {
        expect(decode(file, lengths)).toEqual(whole);
      }),
    );
  });

  test("a long file comes in several blocks", () => {
    const long = Array.from({ length: 10_000 }, (_, at) => (at % 100) / 100);
    expect(decode(wavFile([long], 8000, "float64")).channels[0]).toEqual(long.map(Math.fround));
  });

  test("other chunks are skipped, with the padding of odd ones", () => {
    const fields = formatFields("pcm_s16", 1, 8000);
    const noisy = riff(
      chunk("LIST", Uint8Array.of(1, 2, 3)),
      chunk("fmt ", Uint8Array.of(...formatBody(fields), 0, 0)),
      chunk("fact", Uint8Array.of(1, 2, 3, 4)),
      chunk("data", sampleBytes([left], "pcm_s16")),
      chunk("id3 ", new Uint8Array(5)),
    );
    expect(decode(noisy)).toEqual(decode(wavFile([left], 8000)));
  });

  test("samples of unknown size reach to the end of the file", () => {
    const fields = formatFields("pcm_s16", 1, 8000);
    for (const unknown of [0xffffffff, 0x7ffff000]) {
      const data = chunk("data", sampleBytes([left], "pcm_s16"), unknown);
      expect(decode(riff(chunk("fmt ", formatBody(fields)), data)).channels[0]).toHaveLength(left.length);
    }
  });

  test("samples of a file without sizes are read to its end", () => {
    const fields = formatFields("pcm_s16", 1, 8000);
    const data = chunk("data", sampleBytes([left], "pcm_s16"), 0);
    for (const size of [0, 36]) {
      const file = Buffer.from(riff(chunk("fmt ", formatBody(fields)), data));
      file.writeUInt32LE(size, 4);
      expect(decode(file).channels[0]).toHaveLength(left.length);
    }
  });

  describe("an RF64 file", () => {
    const fields = formatFields("pcm_s16", 1, 8000);
    const samples = sampleBytes([left], "pcm_s16");

    test("is read as far as its ds64 chunk says", () => {
      const file = Buffer.concat([rf64(fields, samples), chunk("id3 ", new Uint8Array(9))]);
      expect(decode(file)).toEqual(decode(wavFile([left], 8000)));
      expect(decode(file, [1, 3])).toEqual(decode(wavFile([left], 8000)));
    });

    test("whose size was never filled in is read to its end", () => {
      expect(decode(rf64(fields, samples, 0))).toEqual(decode(wavFile([left], 8000)));
    });

    test("that announces more than 4 GB and ends before is truncated", () => {
      expect(errorOf(rf64(fields, samples, 5 * 2 ** 30))).toBe("truncated");
    });

    test("without a ds64 chunk is read as a plain one", () => {
      const plain = wavFile([left], 8000);
      plain.set(Buffer.from("RF64"));
      expect(decode(plain)).toEqual(decode(wavFile([left], 8000)));
    });
  });

  test("an incomplete last block of samples is ignored", () => {
    const fields = formatFields("pcm_s16", 2, 8000);
    const file = riff(chunk("fmt ", formatBody(fields)), chunk("data", new Uint8Array(4 * 3 + 2)));
    expect(decode(file).channels.map(({ length }) => length)).toEqual([3, 3]);
  });

  test("there may be no samples", () => {
    expect(decode(wavFile([[]], 8000)).channels).toEqual([]);
  });
});

describe("broken and hostile files", () => {
  const plain = formatFields("pcm_s16", 2, 8000);
  const data = chunk("data", new Uint8Array(8));

  test.each([
    ["nothing", new Uint8Array(0), "not_wav"],
    ["half a header", wavFile([[0]], 8000).subarray(0, 7), "not_wav"],
    ["another file", new TextEncoder().encode("<html>hello, world</html>"), "not_wav"],
    ["samples before the format", riff(data), "missing_format"],
    ["no samples", riff(chunk("fmt ", formatBody(plain))), "truncated"],
    ["an empty format", riff(chunk("fmt ", new Uint8Array(0)), data), "bad_format"],
    ["no channels", riff(chunk("fmt ", formatBody({ ...plain, channels: 0 })), data), "unsupported_channels"],
    [
      "65,535 channels",
      riff(chunk("fmt ", formatBody({ ...plain, channels: 65_535, blockAlign: 65_534 })), data),
      "unsupported_channels",
    ],
    ["a rate of 0", riff(chunk("fmt ", formatBody({ ...plain, rate: 0 })), data), "unsupported_sample_rate"],
    [
      "a rate of 4 GHz",
      riff(chunk("fmt ", formatBody({ ...plain, rate: 4_000_000_000 })), data),
      "unsupported_sample_rate",
    ],
    ["an odd block", riff(chunk("fmt ", formatBody({ ...plain, blockAlign: 3 })), data), "bad_format"],
    ["a block of nothing", riff(chunk("fmt ", formatBody({ ...plain, blockAlign: 0 })), data), "bad_format"],
    ["ADPCM", riff(chunk("fmt ", formatBody({ ...plain, tag: 2, bits: 4 })), data), "unsupported_encoding"],
    ["12 bits", riff(chunk("fmt ", formatBody({ ...plain, bits: 12 })), data), "unsupported_encoding"],
    [
      "an extensible format cut short",
      riff(chunk("fmt ", formatBody({ ...plain, tag: 0xfffe })), data),
      "bad_format",
    ],
    [
      "an unknown sub-format",
      riff(chunk("fmt ", extensibleBody(plain).fill(9, 26)), data),
      "unsupported_encoding",
    ],
    [
      "samples announced that do not come",
      riff(chunk("fmt ", formatBody(plain)), chunk("data", new Uint8Array(8), 4_000_000_000)),
      "truncated",
    ],
    [
      "a chunk announced that does not come",
      riff(chunk("junk", new Uint8Array(4), 4_000_000_000)),
      "truncated",
    ],
    [
      "a sample that is not a number",
      riff(
        chunk("fmt ", formatBody(formatFields("float32", 1, 8000))),
        chunk("data", sampleBytes([[0, Number.NaN]], "float32")),
      ),
      "bad_sample",
    ],
  ])("%s", (_, file, code) => {
    expect(errorOf(file)).toBe(code);
  });

  test("whatever the bytes, it ends with samples or a WavError", () => {
    const file = wavFile([left, right], 8000);
    const damage = fc.array(fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(damage, fc.nat({ max: file.length }), (changes, end) => {
        const broken = file.slice(0, end);
        for (const [at, byte] of changes) if (at < end) broken[at] = byte;
        errorOf(broken);
      }),
      { numRuns: 1000 },
    );
  });
});
