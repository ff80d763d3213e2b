import { createHmac } from "node:crypto";

/** The signature of a body: HMAC-SHA256 of the raw body, hexadecimal. */
export const sign = (body: string, key: string): string =>
  createHmac("sha256", key).update(body).digest("hex");
