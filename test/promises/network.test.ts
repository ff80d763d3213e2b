import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { WAV } from "../support/submissions.ts";

const service = useRecorder();
const parley = useCli(service);
const tls = (name: string) => resolve(import.meta.dirname, "../support/tls", name);
const listen = (server: Server) =>
  new Promise<number>((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)),
  );

describe("a certificate without a trusted issuer", () => {
  const server = createServer(
    { key: readFileSync(tls("key.pem")), cert: readFileSync(tls("certificate.pem")) },
    (_, response) => response.end("[]"),
  );
  let port = 0;
  beforeAll(async () => {
    port = await listen(server);
  });
  afterAll(() => {
    server.close();
  });
  const list = (...flags: string[]) =>
    parley([
      "agents",
      "list",
      "--json",
      "--base-url",
      `https://localhost:${port}`,
      "--retries",
      "0",
      ...flags,
    ]);

  test("is refused with 7, host, cause and what to do", async () => {
    const { code, stderr } = await list();
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "network",
      message: expect.stringContaining(`the TLS certificate of localhost:${port} is not trusted`),
      hint: expect.stringContaining("--ca-file"),
    });
  });

  test("is trusted with --ca-file and with NODE_EXTRA_CA_CERTS", async () => {
    expect((await list("--ca-file", tls("certificate.pem"))).json).toEqual([]);
    const env = { NODE_EXTRA_CA_CERTS: tls("certificate.pem") };
    const ran = await parley(["agents", "list", "--json", "--base-url", `https://localhost:${port}`], {
      env,
    });
    expect(ran.json).toEqual([]);
  });

  test("file that cannot be read, or is not valid, is a usage error", async () => {
    expect(await list("--ca-file", "none.pem")).toMatchObject({ code: 2 });
    writeFileSync(join(parley.home, "bad.pem"), "hello");
    expect((await list("--ca-file", "bad.pem")).code).not.toBe(0);
  });
});

describe("a proxy from the environment", () => {
  const asked: string[] = [];
  const proxy = createHttpServer();
  let url = "";
  beforeAll(async () => {
    proxy.on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      const [host, port] = (request.url ?? "").split(":");
      const onward = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(onward).pipe(socket);
      });
      for (const end of [socket, onward]) end.on("error", () => undefined);
    });
    url = `http://127.0.0.1:${await listen(proxy)}`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  test("is used, and not for a host that NO_PROXY names", async () => {
    service.answer({ body: [] });
    const { host } = new URL(service.url());
    expect((await parley(["agents", "list"], { env: { HTTP_PROXY: url } })).code).toBe(0);
    expect(asked).toEqual([host]);
    expect((await parley(["agents", "list"], { env: { HTTP_PROXY: url, NO_PROXY: "127.0.0.1" } })).code).toBe(
      0,
    );
    expect(asked).toEqual([host]);
    expect(service.requests).toHaveLength(2);
  });

  test.each([
    ["that nothing listens at", "http://127.0.0.1:1", "the proxy 127.0.0.1:1 does not answer"],
    ["whose host there is not", "http://proxy.invalid:3128", "cannot resolve the proxy proxy.invalid"],
  ])("%s is named, and not the service", async (_, address, message) => {
    const { code, stderr } = await parley(["agents", "list", "--retries", "0"], {
      env: { HTTP_PROXY: address },
    });
    expect(code).toBe(7);
    expect(stderr).toContain(`error: ${message}\n`);
    expect(stderr).toContain("HTTP_PROXY, HTTPS_PROXY and NO_PROXY");
  });

  test.each([
    ["http://127.0.0.1:1", "nothing answers at 127.0.0.1:1"],
    ["http://localhost:1", "nothing answers at localhost:1"],
    ["https://bücher.invalid", "cannot resolve the host xn--bcher-kva.invalid"],
  ])("is not blamed where there is none: %s", async (base_url, message) => {
    const { stderr } = await parley(["agents", "list", "--retries", "0", "--base-url", base_url]);
    expect(stderr).toContain(`error: ${message}\n`);
  });

  test.each(["taken", "not set"])("%s, a recording arrives byte by byte as it is", async (state) => {
    service.answer({ body: { status: "success", call_id: "c-1", message: "queued" } });
    // All of its many pieces are different.
    const wav = Buffer.concat([WAV.subarray(0, 44), randomBytes(2_000_000)]);
    writeFileSync(join(parley.home, "noise.wav"), wav);
    const call = ["--agent", "101", "--start-time", "2026-11-01T12:00:00Z", "--recording", "noise.wav"];
    const { code } = await parley(["evaluate", ...call], {
      env: state === "taken" ? { HTTP_PROXY: url } : {},
    });
    expect(code).toBe(0);
    const [, base64] = service.requests.at(-1)?.body.recording_base64.split(",") ?? [];
    expect(Buffer.from(base64, "base64").equals(wav)).toBe(true);
  });
});

describe("a redirect", () => {
  test("carries the key nowhere", async () => {
    service.answer({ status: 307, headers: { location: `${service.url()}/elsewhere` } });
    const { code, stderr } = await parley(["agents", "list"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("redirects are not followed"),
    });
    expect(service.requests).toHaveLength(1);
  });
});
