/** See exports.mjs. */
type Made = Readonly<Record<"json" | "protobuf", () => Buffer<ArrayBuffer>>>;

export const exportsOf: Readonly<Record<"spans" | "texts", Made>>;
export const LIMITS: Readonly<Record<"bytes" | "values" | "items", number>>;
