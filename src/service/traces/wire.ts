/**
 * Reads protobuf messages as strictly as Google's parser does. Fields that a message does not have, or that have
 * another wire type, are skipped, but everything must be well formed to its last byte.
 */
import { isUtf8 } from "node:buffer";

/** What a field is on the wire, and how it is read. */
type Scalar = "string" | "bytes" | "bool" | "int64" | "int32" | "double" | "fixed64" | "fixed32";

export interface Field {
  readonly type: Scalar | Message;
  /** The name in the JSON form. A field without one is only checked. */
  readonly name?: string;
  readonly is_list?: true;
}

export interface Message {
  /** By number. */
  readonly fields: ReadonlyMap<number, Field>;
  /** Only the last of its fields counts. */
  readonly is_choice?: true;
}

export type Json = Record<string, unknown>;

/** The bytes are not a message. */
export class Malformed extends Error {}

/** How deep messages may be within each other, as in Google's parser. */
const DEPTH_MAXIMUM = 100;
/** The most bytes of a number. */
const VARINT_BYTES = 10;
const TAG_MAXIMUM = 2 ** 32 - 1;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
const FIXED32 = 5;

const WIRE: Readonly<Record<Scalar, number>> = {
  string: BYTES,
  bytes: BYTES,
  bool: VARINT,
  int64: VARINT,
  int32: VARINT,
  double: FIXED64,
  fixed64: FIXED64,
  fixed32: FIXED32,
};

/** Reads one message. */
export class Reader {
  readonly #bytes: Buffer;
  readonly #count: () => void;
  #at = 0;

  /** @param count called for each field, before it is read */
  constructor(bytes: Uint8Array, count: () => void) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#count = count;
  }

  /** @throws Malformed */
  read(message: Message): Json {
    const into: Json = {};
    this.#fields(message, into, this.#bytes.length, 0);
    return into;
  }

  #fields({ fields, is_choice }: Message, into: Json, end: number, depth: number): void {
    if (depth > DEPTH_MAXIMUM) throw new Malformed();
    while (this.#at < end) {
      const [number, wire] = this.#tag(end);
      const field = fields.get(number);
      const isKnown = field && (typeof field.type === "string" ? WIRE[field.type] : BYTES) === wire;
      if (!isKnown) {
        this.#skip(number, wire, end, depth);
        continue;
      }
      const { type, name, is_list } = field;
      if (is_choice) for (const other of Object.keys(into)) if (other !== name) delete into[other];
      // A message that is not in a list is merged with an earlier one.
      const earlier = is_list || name === undefined ? undefined : into[name];
      const value =
        typeof type === "string"
          ? this.#scalar(type, end)
          : this.#inner(type, (earlier ?? {}) as Json, end, depth + 1);
      if (name === undefined) continue;
      const list = into[name];
      if (!is_list) into[name] = value;
      else if (Array.isArray(list)) list.push(value);
      else into[name] = [value];
    }
  }

  #inner(message: Message, into: Json, end: number, depth: number): Json {
    this.#fields(message, into, this.#length(end), depth);
    return into;
  }

  #scalar(type: Scalar, end: number): unknown {
    switch (type) {
      case "string":
      case "bytes": {
        const bytes = this.#take(this.#length(end) - this.#at, end);
        if (type === "bytes") return bytes.toString("hex");
        if (!isUtf8(bytes)) throw new Malformed();
        return bytes.toString("utf8");
      }
      case "double":
        return this.#take(8, end).readDoubleLE();
      case "fixed64":
        return Number(this.#take(8, end).readBigUInt64LE());
      case "fixed32":
        return this.#take(4, end).readUInt32LE();
      case "bool":
        return Number(this.#varint(end)) !== 0;
      case "int32":
        return Number(BigInt.asIntN(32, BigInt(this.#varint(end))));
      case "int64":
        return Number(BigInt.asIntN(64, BigInt(this.#varint(end))));
    }
  }

  #tag(end: number): readonly [number: number, wire: number] {
    this.#count();
    const tag = Number(this.#varint(end));
    const number = Math.floor(tag / 8);
    if (tag > TAG_MAXIMUM || number === 0) throw new Malformed();
    return [number, tag % 8];
  }

  /** Where a field that says how long it is ends. */
  #length(end: number): number {
    const to = Number(this.#varint(end)) + this.#at;
    if (to > end) throw new Malformed();
    return to;
  }

  #take(length: number, end: number): Buffer {
    const from = this.#at;
    if (from + length > end) throw new Malformed();
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }

  /** A plain number if it has few bytes, as nearly every one: that is much faster. */
  #varint(end: number): number | bigint {
    let low = 0;
    let high = 0n;
    for (let place = 0; place < VARINT_BYTES; place++) {
      if (this.#at >= end) throw new Malformed();
      const byte = this.#bytes[this.#at++] ?? 0;
      if (place < 4) low += (byte & 0x7f) * 2 ** (7 * place);
      else high += BigInt(byte & 0x7f) << BigInt(7 * place);
      if (byte < 0x80) return place < 4 ? low : BigInt.asUintN(64, high + BigInt(low));
    }
    throw new Malformed();
  }

  #skip(number: number, wire: number, end: number, depth: number): void {
    if (wire === VARINT) this.#varint(end);
    else if (wire === FIXED64) this.#take(8, end);
    else if (wire === FIXED32) this.#take(4, end);
    else if (wire === BYTES) this.#at = this.#length(end);
    else if (wire === GROUP) this.#skipGroup(number, end, depth + 1);
    else throw new Malformed();
  }

  #skipGroup(group: number, end: number, depth: number): void {
    if (depth > DEPTH_MAXIMUM) throw new Malformed();
    for (;;) {
      const [number, wire] = this.#tag(end);
      if (wire !== GROUP_END) this.#skip(number, wire, end, depth);
      else if (number === group) return;
      else throw new Malformed();
    }
  }
}
