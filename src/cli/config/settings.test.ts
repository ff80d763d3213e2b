import { describe, expect, test } from "vitest";
import type { Failure } from "../../lib/failure.ts";
import { parseProject } from "./project-file.ts";
import { isLoopback, resolveSettings, type Sources } from "./settings.ts";

const stored = {
  current: "work",
  profiles: {
    work: { base_url: "https://api.example.com", api_key: "pk_work", agent: "7" },
    other: { base_url: "https://other.example.com", api_key: "pk_other" },
  },
};
const resolve = (given: Partial<Omit<Sources, "flags">> & { flags?: Partial<Sources["flags"]> } = {}) =>
  resolveSettings({
    env: {},
    project: undefined,
    profiles: stored,
    ...given,
    flags: { insecure_http: false, ...given.flags },
  });
const refusal = (given: Parameters<typeof resolve>[0]) => {
  try {
    resolve(given);
  } catch (error) {
    return (error as Failure).message;
  }
  return undefined;
};
const project = (content: object) => ({ file: "/repo/parley.yaml", ...content });

describe("precedence", () => {
  test("is flag, environment, project file, profile, default", () => {
    const env = { PARLEY_BASE_URL: "https://env.example.com", PARLEY_API_KEY: "pk_env" };
    const base_url = (given: Parameters<typeof resolve>[0]) => resolve(given).base_url;
    expect(
      base_url({
        flags: { base_url: "https://flag.example.com" },
        env,
        project: project({ base_url: "https://p.example.com" }),
      }),
    ).toEqual({ value: "https://flag.example.com", source: "flag" });
    expect(base_url({ env, project: project({ base_url: "https://p.example.com" }) }).source).toBe(
      "environment",
    );
    expect(base_url({ project: project({ base_url: "https://p.example.com" }) }).source).toBe("project");
    expect(base_url({})).toEqual({ value: "https://api.example.com", source: "profile" });
    expect(base_url({ profiles: { profiles: {} } })).toEqual({
      value: "http://127.0.0.1:8787",
      source: "default",
    });
  });

  test("also applies to the profile and the agent", () => {
    expect(resolve({ env: { PARLEY_PROFILE: "other" } }).api_key).toEqual({
      value: "pk_other",
      source: "profile",
    });
    expect(resolve({ flags: { profile: "work" }, env: { PARLEY_PROFILE: "other" } }).profile?.value).toBe(
      "work",
    );
    expect(resolve().agent).toEqual({ value: "7", source: "profile" });
    expect(resolve({ env: { PARLEY_AGENT: "9" }, project: project({ agent: "8" }) }).agent?.value).toBe("9");
  });

  test("takes an empty variable as not set", () => {
    expect(resolve({ env: { PARLEY_API_KEY: "" } }).api_key?.value).toBe("pk_work");
  });

  test("refuses a profile that does not exist", () => {
    expect(refusal({ flags: { profile: "wrok" } })).toBe('profile "wrok" does not exist');
  });
});

describe("a stored key", () => {
  test("is not sent to another origin that a project file names", () => {
    const settings = resolve({ project: project({ base_url: "https://evil.example.com" }) });
    expect(settings.api_key).toBeUndefined();
    expect(settings.key_refused).toContain("https://evil.example.com");
  });

  test("is sent to the origin that it was stored for, whatever the path", () => {
    const settings = resolve({ project: project({ base_url: "https://api.example.com/eu" }) });
    expect(settings.api_key?.value).toBe("pk_work");
  });

  test("is sent wherever the person's own flag or environment says", () => {
    expect(resolve({ flags: { base_url: "https://new.example.com" } }).api_key?.value).toBe("pk_work");
    expect(resolve({ env: { PARLEY_BASE_URL: "https://new.example.com" } }).api_key?.value).toBe("pk_work");
  });

  test("gives way to a key from the environment", () => {
    expect(resolve({ env: { PARLEY_API_KEY: "pk_env" } }).api_key).toEqual({
      value: "pk_env",
      source: "environment",
    });
  });
});

describe("a key from the environment, where a project file names the service,", () => {
  const keyFor = (base_url: string, env = {}) =>
    resolve({ env: { PARLEY_API_KEY: "pk_env", ...env }, project: project({ base_url }) });

  test("is not sent to an origin that no person has named", () => {
    const { api_key, key_refused } = keyFor("https://evil.example.com");
    expect(api_key).toBeUndefined();
    expect(key_refused).toMatch(/not sent to https:\/\/evil\.example\.com.+PARLEY_BASE_URL/);
  });

  test.each(["https://api.example.com/eu", "http://127.0.0.1:8787", "http://localhost:1"])(
    "is sent to %s: a profile's origin, or this machine",
    (base_url) => {
      expect(keyFor(base_url).api_key?.value).toBe("pk_env");
    },
  );

  test("is sent where the environment says the same", () => {
    const there = "https://ci.example.com";
    expect(keyFor(there, { PARLEY_BASE_URL: there }).api_key?.value).toBe("pk_env");
  });
});

test("a project file keeps its journals within its own folder", () => {
  for (const journal_dir of ["..", "../elsewhere", "/tmp/journals", "a/../../b"])
    expect(() => resolve({ project: project({ journal_dir }) }), journal_dir).toThrow(
      /inside the project file's folder/,
    );
  expect(resolve({ project: project({ journal_dir: "kept/..journals" }) }).journal_dir).toMatch(
    /kept.\.\.journals$/,
  );
});

test("a project file names a file of labelled calls for each metric", () => {
  expect(parseProject("parley.yaml", "canaries: { Tone: canaries/tone.jsonl }").canaries).toEqual({
    Tone: "canaries/tone.jsonl",
  });
  for (const text of ["canaries: tone.jsonl", "canaries: [tone.jsonl]", "canaries: { Tone: 1 }", "canaries:"])
    expect(() => parseProject("parley.yaml", text), text).toThrow(
      '"canaries" must name a file for each metric',
    );
});

describe("a base URL", () => {
  test.each([
    ["http://api.example.com", "plain http to api.example.com"],
    ["http://127.0.0.1.evil.example", "plain http to 127.0.0.1.evil.example"],
    ["ftp://api.example.com", "must start with https://"],
    ["api.example.com", "is not a valid URL"],
    ["https://user:secret@api.example.com", "must not contain credentials"],
    ["https://api.example.com/?key=1", "must not contain credentials, a query"],
  ])("like %s is refused", (base_url, message) => {
    expect(refusal({ flags: { base_url } })).toContain(message);
  });

  test("over plain http is fine on this machine, and elsewhere for who insists", () => {
    expect(refusal({ flags: { base_url: "http://localhost:1" } })).toBeUndefined();
    expect(refusal({ flags: { base_url: "http://[::1]:1" } })).toBeUndefined();
    expect(refusal({ flags: { base_url: "http://api.example.com", insecure_http: true } })).toBeUndefined();
  });

  test("loses its trailing slash, so that paths can follow", () => {
    expect(resolve({ flags: { base_url: "https://x.example.com/api//" } }).base_url.value).toBe(
      "https://x.example.com/api",
    );
  });
});

test("a host that only begins like the loopback address does not count as it", () => {
  // Connecting to the unspecified address means connecting to this machine.
  const here = ["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "0.0.0.0", "[::]"];
  expect(here.every(isLoopback)).toBe(true);
  const elsewhere = ["127.evil.example", "localhost.evil.example", "0.0.0.0.evil.example", "10.0.0.1"];
  expect(elsewhere.some(isLoopback)).toBe(false);
});
