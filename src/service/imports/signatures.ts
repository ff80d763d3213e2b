/** How platforms prove that a webhook is theirs. Each signs the raw body with a shared secret. */
import { createHmac, timingSafeEqual } from "node:crypto";

interface Signed {
  readonly secret: string;
  /** The value of the platform's header. */
  readonly signature: string;
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Scheme {
  /** Its headers, in lower case. */
  readonly headers: readonly string[];
  verify(signed: Signed): boolean;
}

const MINUTE_MS = 60_000;

const hmac = (secret: string, ...parts: readonly (string | Uint8Array)[]) => {
  const made = createHmac("sha256", secret);
  for (const part of parts) made.update(part);
  return made.digest("hex");
};

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The parts of `t=1700000000,v0=abc`. */
const partsOf = (signature: string) =>
  new Map(signature.split(",").map((part) => part.trim().split(/=(.*)/s, 2) as [string, string]));

/** An old signed request may have been recorded and sent again. */
const isRecent = (signed_at: number, now: number, minutes: number) =>
  Math.abs(now - signed_at) <= minutes * MINUTE_MS;

const SCHEMES: Readonly<Record<string, Scheme>> = {
  /** Retell: `v=<milliseconds>,d=<HMAC of body and milliseconds>`; the secret is the API key. */
  retell: {
    headers: ["x-retell-signature"],
    verify({ secret, signature, body, now }) {
      const parts = partsOf(signature);
      const signed_at = parts.get("v") ?? "";
      return (
        isRecent(Number(signed_at), now, 5) && isSame(parts.get("d") ?? "", hmac(secret, body, signed_at))
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
        isSame(parts.get("v0") ?? "", hmac(secret, `${signed_at}.`, body))
      );
    },
  },
  /** Vapi: the secret itself, or the HMAC of the body, depending on the assistant's settings. */
  vapi: {
    headers: ["x-vapi-secret", "x-vapi-signature"],
    verify: ({ secret, signature, body }) =>
      isSame(signature, secret) || isSame(signature.replace(/^sha256=/, ""), hmac(secret, body)),
  },
  /** Bland: the HMAC of the body. */
  bland: {
    headers: ["x-webhook-signature"],
    verify: ({ secret, signature, body }) => isSame(signature, hmac(secret, body)),
  },
};

/** The signature in the headers of a platform's request. Undefined if there is none in this form. */
export function signatureIn(
  vendor: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  if (!Object.hasOwn(SCHEMES, vendor)) return undefined;
  const found = SCHEMES[vendor]?.headers.map((name) => headers[name]).find((value) => value !== undefined);
  return typeof found === "string" ? found : undefined;
}

export const isSignedBy = (vendor: string, signed: Signed): boolean =>
  Object.hasOwn(SCHEMES, vendor) && signed.secret !== "" && SCHEMES[vendor]?.verify(signed) === true;
