/**
 * The protobuf forms of OTLP/HTTP: reads an export request as JSON, with only the fields that are used, and
 * writes the answer.
 */
import { PbfReader, PbfWriter } from "pbf";
import { tooManyValues } from "../../contract/excess.ts";
import { SUBMISSION_VALUES_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";

type Json = Record<string, unknown>;
type ReadField = (tag: number, into: Json, pbf: PbfReader) => void;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const push = (into: Json, name: string, value: unknown) => {
  const list = into[name];
  if (Array.isArray(list)) list.push(value);
  else into[name] = [value];
};

const message = (pbf: PbfReader, read: ReadField): Json => pbf.readMessage(read, {} as Json);

const anyValue: ReadField = (tag, into, pbf) => {
  if (tag === 1) into["stringValue"] = pbf.readString();
  else if (tag === 2) into["boolValue"] = pbf.readBoolean();
  else if (tag === 3) into["intValue"] = pbf.readVarint(true);
  else if (tag === 4) into["doubleValue"] = pbf.readDouble();
  else if (tag === 5)
    into["arrayValue"] = message(pbf, (inner, list) => {
      if (inner === 1) push(list, "values", message(pbf, anyValue));
    });
  else if (tag === 6)
    into["kvlistValue"] = message(pbf, (inner, list) => {
      if (inner === 1) push(list, "values", message(pbf, keyValue));
    });
};

const keyValue: ReadField = (tag, into, pbf) => {
  if (tag === 1) into["key"] = pbf.readString();
  else if (tag === 2) into["value"] = message(pbf, anyValue);
};

const span: ReadField = (tag, into, pbf) => {
  if (tag === 1) into["traceId"] = hex(pbf.readBytes());
  else if (tag === 2) into["spanId"] = hex(pbf.readBytes());
  else if (tag === 4) into["parentSpanId"] = hex(pbf.readBytes());
  else if (tag === 5) into["name"] = pbf.readString();
  else if (tag === 7) into["startTimeUnixNano"] = pbf.readFixed64();
  else if (tag === 8) into["endTimeUnixNano"] = pbf.readFixed64();
  else if (tag === 9) push(into, "attributes", message(pbf, keyValue));
  else if (tag === 15)
    into["status"] = message(pbf, (inner, status) => {
      if (inner === 3) status["code"] = pbf.readVarint();
    });
};

/** More values than a body may have. As objects, they would need many times the memory of their bytes. */
export class TooManyValues extends Error {
  readonly excess = tooManyValues(SUBMISSION_VALUES_MAXIMUM);
}

/** A reader that stops after too many fields, before they fill the memory. */
class BoundedReader extends PbfReader {
  #fields = 0;
  override readFields<T>(read: (tag: number, into: T, pbf: PbfReader) => void, into: T, end?: number): T {
    const counted = (tag: number, at: T, pbf: PbfReader) => {
      this.#fields++;
      if (this.#fields > SUBMISSION_VALUES_MAXIMUM) throw new TooManyValues();
      read(tag, at, pbf);
    };
    return super.readFields(counted, into, end);
  }
}

/** @throws TooManyValues; RangeError, or another error of the reader, if the bytes are not such a message */
export function otlpFromProtobuf(bytes: Uint8Array): Json {
  const pbf = new BoundedReader(bytes);
  return pbf.readFields((tag, request: Json) => {
    if (tag !== 1) return;
    const resourceSpans = message(pbf, (inner, resource) => {
      if (inner === 1)
        resource["resource"] = message(pbf, (field, into) => {
          if (field === 1) push(into, "attributes", message(pbf, keyValue));
        });
      else if (inner === 2)
        push(
          resource,
          "scopeSpans",
          message(pbf, (field, scope) => {
            if (field === 2) push(scope, "spans", message(pbf, span));
          }),
        );
    });
    push(request, "resourceSpans", resourceSpans);
  }, {} as Json);
}

/** The answer to an export request. If there is nothing to report, it is an empty message. */
export function otlpAnswer({ partialSuccess }: Output<"OtlpAnswer">): Uint8Array<ArrayBuffer> {
  const pbf = new PbfWriter();
  if (partialSuccess)
    pbf.writeMessage(
      1,
      ({ rejectedSpans, errorMessage }, inner) => {
        inner.writeVarintField(1, rejectedSpans);
        inner.writeStringField(2, errorMessage);
      },
      partialSuccess,
    );
  return Uint8Array.from(pbf.finish());
}
