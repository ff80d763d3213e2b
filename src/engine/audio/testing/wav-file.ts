import type { SampleEncoding } from "../wav/sample-encoding.ts";

const FORMATS: Record<SampleEncoding, { tag: number; bits: number }> = {
  pcm_u8: { tag: 1, bits: 8 },
  pcm_s16: { tag: 1, bits: 16 },
  pcm_s24: { tag: 1, bits: 24 },
  pcm_s32: { tag: 1, bits: 32 },
  float32: { tag: 3, bits: 32 },
  float64: { tag: 3, bits: 64 },
  alaw: { tag: 6, bits: 8 },
  mulaw: { tag: 7, bits: 8 },
};

/** A chunk of a RIFF file. `size` replaces the size that its header announces. */
export function chunk(id: string, body: Uint8Array, size = body.length): Uint8Array {
  const bytes = new Uint8Array(8 + body.length + (body.length % 2));
  bytes.set(new TextEncoder().encode(id));
  new DataView(bytes.buffer).setUint32(4, size, true);
  bytes.set(body, 8);
  return bytes;
}

/** A RIFF file of type WAVE with these chunks. */
export function riff(...chunks: Uint8Array[]): Uint8Array {
  const body = Buffer.concat([Buffer.from("WAVE"), ...chunks]);
  return new Uint8Array(chunk("RIFF", body));
}

/**
 * An RF64 file: its `ds64` chunk has the number of bytes of samples, and its `data` chunk says that the size
 * is unknown.
 */
export function rf64(fields: FormatFields, samples: Uint8Array, announced = samples.length): Uint8Array {
  const sizes = new Uint8Array(28);
  new DataView(sizes.buffer).setBigUint64(8, BigInt(announced), true);
  const chunks = [
    chunk("ds64", sizes),
    chunk("fmt ", formatBody(fields)),
    chunk("data", samples, 0xffffffff),
  ];
  return new Uint8Array(chunk("RF64", Buffer.concat([Buffer.from("WAVE"), ...chunks]), 0xffffffff));
}

interface FormatFields {
  tag: number;
  channels: number;
  rate: number;
  blockAlign: number;
  bits: number;
}

/** The body of a plain format chunk. */
export function formatBody({ tag, channels, rate, blockAlign, bits }: FormatFields): Uint8Array {
  const body = new Uint8Array(16);
  const view = new DataView(body.buffer);
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, rate, true);
  view.setUint32(8, rate * blockAlign, true);
  view.setUint16(12, blockAlign, true);
  view.setUint16(14, bits, true);
  return body;
}

/** The body of a WAVE_FORMAT_EXTENSIBLE format chunk. */
export function extensibleBody(fields: FormatFields): Uint8Array {
  const body = new Uint8Array(40);
  body.set(formatBody({ ...fields, tag: 0xfffe }));
  const view = new DataView(body.buffer);
  view.setUint16(16, 22, true);
  view.setUint16(18, fields.bits, true);
  view.setUint16(24, fields.tag, true);
  body.set([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71], 26);
  return body;
}

function writeSample(view: DataView, at: number, sample: number, encoding: SampleEncoding): void {
  if (encoding === "pcm_u8") view.setUint8(at, Math.round(sample * 127) + 128);
  else if (encoding === "pcm_s16") view.setInt16(at, Math.round(sample * 32767), true);
  else if (encoding === "pcm_s32") view.setInt32(at, Math.round(sample * 2147483647), true);
  else if (encoding === "float32") view.setFloat32(at, sample, true);
  else if (encoding === "float64") view.setFloat64(at, sample, true);
  else if (encoding === "pcm_s24") {
    const value = Math.round(sample * 8388607);
    view.setUint16(at, value & 0xffff, true);
    view.setInt8(at + 2, value >> 16);
  } else throw new Error(`${encoding} is written as bytes`);
}

/** The format fields of an encoding. */
export function formatFields(encoding: SampleEncoding, channels: number, rate: number): FormatFields {
  const { tag, bits } = FORMATS[encoding];
  return { tag, channels, rate, blockAlign: (channels * bits) / 8, bits };
}

/** The samples of several channels of the same length, interleaved, as bytes. */
export function sampleBytes(channels: readonly (readonly number[])[], encoding: SampleEncoding): Uint8Array {
  const { bits } = FORMATS[encoding];
  const length = channels[0]?.length ?? 0;
  const body = new Uint8Array((length * channels.length * bits) / 8);
  const view = new DataView(body.buffer);
  let at = 0;
  for (let frame = 0; frame < length; frame++) {
    for (const channel of channels) {
      writeSample(view, at, channel[frame] ?? 0, encoding);
      at += bits / 8;
    }
  }
  return body;
}

/** A whole WAV file. */
export function wavFile(
  channels: readonly (readonly number[])[],
  rate: number,
  encoding: SampleEncoding = "pcm_s16",
): Uint8Array {
  const fields = formatFields(encoding, channels.length, rate);
  return riff(chunk("fmt ", formatBody(fields)), chunk("data", sampleBytes(channels, encoding)));
}
