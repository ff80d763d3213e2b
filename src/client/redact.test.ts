import { expect, test } from "vitest";
import { isSecretName, MASK } from "../contract/secrets.ts";
import { maskSecrets, redact } from "./redact.ts";

test.each([
  "X-API-Key",
  "api_key",
  "http_webhook_key",
  "Authorization",
  "sip_password",
  "set-cookie",
  "secret",
  "webhook_secret",
  "X-Parley-Signature",
  "access_token",
])("%s is the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(["keyterms", "monkey", "name", "token_count", "keyboard", "password_hint", "agent_id"])(
  "%s is not",
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

test("masks at every depth and changes nothing else", () => {
  const body = {
    name: "a",
    auth: { api_key: "k", list: [{ token: "t", n: 1 }] },
    empty: null,
    password: null,
  };
  expect(redact(body)).toEqual({
    name: "a",
    auth: { api_key: MASK, list: [{ token: MASK, n: 1 }] },
    empty: null,
    password: null,
  });
  expect(body.auth.api_key).toBe("k");
});

test("cuts a recording short and says how long it was", () => {
  const recording_base64 = `data:audio/wav;base64,${"A".repeat(5000)}`;
  expect(JSON.stringify(redact({ recording_base64 }))).toMatch(/^.{1,140}\(5022 characters\)"}$/);
});

test("masks an agent's secrets and the secret ones of its SIP headers, and nothing else", () => {
  const agent = {
    sip_password: "p",
    websocket_password: null,
    http_webhook_key: "",
    custom_sip_headers: { Authorization: "Basic x", "X-Route": "a" },
    secret: "shown once by the service",
  };
  expect(maskSecrets([agent])).toEqual([
    { ...agent, sip_password: MASK, custom_sip_headers: { Authorization: MASK, "X-Route": "a" } },
  ]);
});

test("takes passwords and signatures out of URLs, and leaves everything else of a text", () => {
  const body = {
    url: "https://user:p4ss@files.example/a.wav?X-Amz-Signature=abc&part=1#x",
    host: "postgres://parley:p4ss@db/parley",
    plain: "https://files.example/a@b?part=1",
    words: "mail me at a:b@example.com?token=1",
  };
  expect(redact(body)).toEqual({
    url: `https://${MASK}@files.example/a.wav?X-Amz-Signature=${MASK}&part=1#x`,
    host: `postgres://${MASK}@db/parley`,
    plain: body.plain,
    words: body.words,
  });
});
