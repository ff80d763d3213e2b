/** How platforms prove that a webhook is theirs. Each signs the raw body with a shared secret. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isSameSecret } from "../../lib/same-secret.ts";

/** What a request proves itself with. */
export interface Signature {
  /** The value of the platform's header. */
  readonly signature: string;
  /** The value of the header that says when it was signed, if the platform has one. */
  readonly signed_at?: string | undefined;
}

interface Signed extends Signature {
  readonly secret: string;
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Scheme {
  /** Its headers, in lower case. */
  readonly headers: readonly string[];
  /** The header that says when it was signed, if that is not in the signature. */
  readonly stamp?: string;
  verify(signed: Signed): boolean;
  /** Checks a body that is too large to be held, while it passes. */
  skim?(signed: Omit<Signed, "body">): Skim;
}

/** A body that passes without being held. */
export interface Skim {
  /** A body that has this near its beginning is skimmed if it is larger than other bodies may be. */
  readonly sign: string;
  update(bytes: Uint8Array): void;
  /** Whether the signature is that of everything that has passed. */
  isRight(): boolean;
}

const MINUTE_MS = 60_000;

type Parts = readonly (string | Uint8Array)[];

function digest(algorithm: string, secret: string, parts: Parts): Buffer {
  const made = createHmac(algorithm, secret);
  for (const part of parts) made.update(part);
  return made.digest();
}

const hmac = (secret: string, ...parts: Parts) => digest("sha256", secret, parts).toString("hex");

/** The algorithms that a platform lets its users choose, by how many bytes an HMAC of each has. */
const ALGORITHMS: Readonly<Record<number, string>> = { 20: "sha1", 32: "sha256", 64: "sha512" };

const HEX = /^(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/i;
const BASE64 = /^[\w+/-]{27,86}={0,2}$/;

/** Whether it is an HMAC, in hexadecimal or base64, of any of the algorithms. */
function isHmac(given: string, secret: string, ...parts: Parts): boolean {
  if (!HEX.test(given) && !BASE64.test(given)) return false;
  const bytes = Buffer.from(given, HEX.test(given) ? "hex" : "base64");
  const algorithm = ALGORITHMS[bytes.length];
  return algorithm !== undefined && timingSafeEqual(bytes, digest(algorithm, secret, parts));
}

/** The parts of `t=1700000000,v0=abc`. */
const partsOf = (signature: string) =>
  new Map(signature.split(",").map((part) => part.trim().split(/=(.*)/s, 2) as [string, string]));

/** An old signed request may have been recorded and sent again. */
const isRecent = (signed_at: number, now: number, minutes: number) =>
  Math.abs(now - signed_at) <= minutes * MINUTE_MS;

/** A time in seconds or milliseconds since 1970, or as ISO 8601. */
const millisecondsOf = (text: string) => {
  const number = Number(text);
  if (Number.isNaN(number)) return Date.parse(text);
  return number < 1e11 ? number * 1000 : number;
};

const SCHEMES: Readonly<Record<string, Scheme>> = {
  /** Retell: `v=<milliseconds>,d=<HMAC of body and milliseconds>`; the secret is the API key. */
  retell: {
    headers: ["x-retell-signature"],
    verify({ secret, signature, body, now }) {
      const parts = partsOf(signature);
      const signed_at = parts.get("v") ?? "";
      return (
        isRecent(Number(signed_at), now, 5) &&
        isSameSecret(parts.get("d") ?? "", hmac(secret, body, signed_at))
      );
    },
  },
  /** ElevenLabs: `t=<seconds>,v0=<HMAC of seconds, dot, body>`. */
  elevenlabs: {
    headers: ["elevenlabs-signature"],
    verify({ secret, signature, body, now }) {
      const parts = partsOf(signature);
      const signed_at = parts.get("t") ?? "";
      return (
        isRecent(Number(signed_at) * 1000, now, 30) &&
        isSameSecret(parts.get("v0") ?? "", hmac(secret, `${signed_at}.`, body))
      );
    },
    /** The webhook `post_call_audio` has the whole recording, which is not imported. */
    skim({ secret, signature, now }) {
      const parts = partsOf(signature);
      const signed_at = parts.get("t") ?? "";
      const made = createHmac("sha256", secret).update(`${signed_at}.`);
      return {
        sign: '"post_call_audio"',
        update: (bytes) => void made.update(bytes),
        isRight: () =>
          isRecent(Number(signed_at) * 1000, now, 30) &&
          isSameSecret(parts.get("v0") ?? "", made.digest("hex")),
      };
    },
  },
  /**
   * Vapi, as its credentials are set up: the secret itself (a bearer token, or `x-vapi-secret`), or an HMAC. By
   * default that is in `x-signature`, over `x-timestamp`, a dot, and the body; `x-vapi-signature` is over the body.
   * Its algorithm and encoding are those that Vapi's API lists.
   */
  vapi: {
    headers: ["x-vapi-secret", "x-signature", "x-vapi-signature", "authorization"],
    stamp: "x-timestamp",
    verify({ secret, signature, signed_at, body, now }) {
      const given = signature.replace(/^(?:Bearer |sha(?:1|256|512)=)/i, "");
      if (isSameSecret(given, secret)) return true;
      if (signed_at === undefined) return isHmac(given, secret, body);
      return isRecent(millisecondsOf(signed_at), now, 5) && isHmac(given, secret, `${signed_at}.`, body);
    },
  },
  /** Bland: the HMAC of the body. */
  bland: {
    headers: ["x-webhook-signature"],
    verify: ({ secret, signature, body }) => isSameSecret(signature, hmac(secret, body)),
  },
};

/** The signature in the headers of a platform's request. Undefined if there is none in this form. */
export function signatureIn(
  vendor: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Signature | undefined {
  const scheme = Object.hasOwn(SCHEMES, vendor) ? SCHEMES[vendor] : undefined;
  const signature = scheme?.headers.map((name) => headers[name]).find((value) => value !== undefined);
  if (typeof signature !== "string") return undefined;
  const signed_at = scheme?.stamp === undefined ? undefined : headers[scheme.stamp];
  return { signature, ...(typeof signed_at === "string" && { signed_at }) };
}

export const isSignedBy = (vendor: string, signed: Signed): boolean =>
  Object.hasOwn(SCHEMES, vendor) && signed.secret !== "" && SCHEMES[vendor]?.verify(signed) === true;

/** Undefined if the platform sends nothing that is too large to be held. */
export const skimOf = (vendor: string, signed: Omit<Signed, "body">): Skim | undefined =>
  Object.hasOwn(SCHEMES, vendor) && signed.secret !== "" ? SCHEMES[vendor]?.skim?.(signed) : undefined;

/** Whether a platform's bearer token is the secret itself. */
export const isBearerOf = (vendor: string, token: string, secret: string): boolean =>
  Object.hasOwn(SCHEMES, vendor) &&
  SCHEMES[vendor]?.headers.includes("authorization") === true &&
  secret !== "" &&
  isSameSecret(token, secret);
