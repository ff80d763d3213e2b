import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly finding: string;
  readonly hint: string | null;
}
const found = async (env: Record<string, string | undefined> = {}) => {
  const { code, json, stdout } = await parley(["doctor", "--json", "--retries", "0"], { env });
  const by = (check: string) => (json as Finding[]).find((finding) => finding.check === check);
  return { code, by, stdout };
};

describe("parley doctor", () => {
  test("ends with 0 when nothing is wrong, and says where each thing comes from", async () => {
    service.answer({ body: [{}, {}] });
    const { code, by, stdout } = await found();
    expect(code).toBe(0);
    expect(by("base URL")?.finding).toBe(`${service.url()} (from environment)`);
    expect(by("service")).toMatchObject({ state: "ok", finding: expect.stringContaining("2 agents") });
    expect(stdout).not.toContain("pk_test_acme");
    service.answer({ body: [{}] });
    expect((await found()).by("service")?.finding).toMatch(/; 1 agent$/);
  });

  test("ends with 1 and the next step if the key is missing or refused, or the service does not answer", async () => {
    const missing = await found({ PARLEY_API_KEY: undefined });
    expect(missing.code).toBe(1);
    expect(missing.by("API key")).toMatchObject({
      state: "error",
      hint: expect.stringContaining("auth login"),
    });

    service.answer({ status: 401, body: { detail: "unknown" } });
    expect((await found()).by("service")).toMatchObject({
      state: "error",
      finding: expect.stringContaining("unknown"),
    });

    const away = await found({ PARLEY_BASE_URL: "http://127.0.0.1:1" });
    expect(away.by("service")).toMatchObject({
      finding: expect.stringContaining("nothing answers at 127.0.0.1:1"),
    });
  });

  test("tries agents by webhook and by WebSocket, and says what is wrong with an address that nothing uses", async () => {
    const voice = { mode: "VOICE", connection_type: "WEBSOCKET", websocket_url: "ws://127.0.0.1:1/" };
    service.answer({
      body: [
        { id: 1, mode: "TEXT", http_webhook: `${service.url()}/?key=hidden` },
        { id: 2, ...voice, websocket_url: `${service.url().replace("http", "ws")}/line` },
        { id: 3, ...voice },
        { id: 4, mode: "VOICE", http_webhook: service.url() },
        { id: 5, mode: "VOICE" },
        { id: 6, mode: "VOICE", connection_type: "PHONE", http_webhook: "http://127.0.0.1:1/" },
      ],
    });
    const { code, by, stdout } = await found();
    expect(code).toBe(1);
    expect(by("agent 1")).toMatchObject({
      state: "ok",
      finding: expect.stringContaining("listens at http://"),
    });
    expect(by("agent 2")).toMatchObject({
      state: "ok",
      finding: expect.stringContaining("listens at ws://"),
    });
    expect(by("agent 3")).toMatchObject({
      ...{ state: "error", hint: "start the agent, or correct its websocket_url" },
      finding: expect.stringContaining("nothing listens there"),
    });
    expect(by("agent 4")).toMatchObject({
      ...{ state: "warning", hint: "run `parley agents update 4 --set mode=TEXT`" },
      finding: expect.stringContaining("its mode is VOICE"),
    });
    expect(by("agent 5")).toBeUndefined();
    expect(by("agent 6")).toBeUndefined();
    expect(stdout).not.toContain("hidden");
  });

  test("warns of stored keys that others can read, and names a broken file", async () => {
    const folder = join(parley.home, ".config", "parley");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "config.json");
    writeFileSync(file, JSON.stringify({ profiles: { a: { base_url: service.url(), api_key: "pk_a" } } }));
    chmodSync(file, 0o644);
    service.answer({ body: [] });
    expect((await found()).by("profiles")).toMatchObject({ state: "warning", hint: `run chmod 600 ${file}` });
    writeFileSync(file, "{");
    const broken = await found();
    expect(broken).toMatchObject({ code: 1 });
    expect(broken.by("profiles")?.finding).toContain(file);
  });
});
