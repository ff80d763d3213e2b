/**
 * Faults that end a TLS connection, with both transports: each has a name and a next step, and nothing was
 * sent.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Fault, startChaosProxy } from "../support/chaos-proxy.ts";
import { runInProcess } from "../support/in-process.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const { url } = useService();
const folder = mkdtempSync(join(tmpdir(), "parley-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pem = (name: string) => resolve(import.meta.dirname, "../support/tls", `${name}.pem`);
const RETRIES = 2;

interface Trouble {
  /** The server's certificate. Without one, the server does not speak TLS. */
  readonly certificate?: string;
  /** The certificate that is trusted in addition to the system's. */
  readonly trusted?: string;
  readonly fault?: Fault;
  readonly says: string;
  readonly hint: string;
  /** Whether the error itself proves that nothing was sent. */
  readonly surely_unsent: boolean;
}

const AUTHORITY = "give the authority's certificate with --ca-file or NODE_EXTRA_CA_CERTS";
const PORT = "does the service speak https at this port?";
const troubles: Record<string, Trouble> = {
  "a certificate that nobody vouches for": {
    certificate: "certificate",
    says: "the TLS certificate of HOST is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
    hint: AUTHORITY,
    surely_unsent: true,
  },
  "an expired certificate": {
    certificate: "expired",
    trusted: "expired",
    says: "the TLS certificate of HOST has expired (CERT_HAS_EXPIRED)",
    hint: "if this machine's clock is right, the service needs a new certificate",
    surely_unsent: true,
  },
  "a certificate of another host": {
    certificate: "other-host",
    trusted: "other-host",
    says: "the TLS certificate of HOST is for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
    hint: "check the base URL: its host must be one that the certificate names",
    surely_unsent: true,
  },
  "plain http at the port": {
    says: "cannot make a TLS connection to HOST",
    hint: PORT,
    surely_unsent: false,
  },
  "garbage in the handshake": {
    fault: { kind: "instead", answer: "\x16\x03\x9f\x00\x20 what is this ".repeat(8) },
    says: "cannot make a TLS connection to HOST",
    hint: PORT,
    surely_unsent: false,
  },
  "a handshake that is broken off": {
    fault: { kind: "instead", answer: "" },
    says: "HOST ended the TLS handshake",
    hint: PORT,
    surely_unsent: true,
  },
  "a reset in the handshake": {
    fault: { kind: "reset_request", at: 0 },
    says: "the connection to HOST was lost (ECONNRESET)",
    hint: "check the service before you send it again",
    surely_unsent: false,
  },
  "a handshake that stands still": {
    fault: { kind: "half_open" },
    says: "HOST did not answer within 0.5 s",
    hint: "check the service before you send it again; --timeout allows more time",
    surely_unsent: false,
  },
};

/** undici is used if a proxy is set, even if it does not apply to this host. */
const transports = {
  "Node's own": {},
  "undici's": { https_proxy: "http://127.0.0.1:9", no_proxy: "127.0.0.1" },
};

describe.each(Object.entries(transports))("over %s transport", (_, transport) => {
  async function through({ certificate, trusted, fault }: Partial<Trouble>, argv: readonly string[]) {
    const tls = certificate && { key: readFileSync(pem("key")), cert: readFileSync(pem(certificate)) };
    const plan = fault ? Array.from({ length: RETRIES + 1 }, () => fault) : [];
    const proxy = await startChaosProxy(url(), plan, tls ? { tls } : {});
    const base_url = proxy.url.replace(/^http:/, "https:");
    const env = { HOME: folder, PARLEY_BASE_URL: base_url, PARLEY_API_KEY: ACME_KEY, ...transport };
    const ca = trusted ? ["--ca-file", pem(trusted)] : [];
    // What is not held up may take its time on a slow machine.
    const limits = ["--timeout", fault ? "0.5" : "60", "--retries", String(RETRIES)];
    const ran = await runInProcess([...argv, "--json", ...limits, ...ca], { env, cwd: folder });
    await proxy.close();
    return { ...ran, host: new URL(base_url).host, proxy };
  }

  test.each(Object.entries(troubles))("%s is named, with what to do", async (name, trouble) => {
    const { code, stdout, stderr, host, proxy } = await through(trouble, [
      "agents",
      "create",
      "--set",
      `name=${name}`,
    ]);
    expect({ code, stdout }).toEqual({ code: 7, stdout: "" });
    const { message, hint } = JSON.parse(stderr).error;
    expect(message).toContain(trouble.says.replace("HOST", host));
    expect(hint).toContain(trouble.hint);
    // Nothing can have happened. The person is only told to check if the error does not prove it.
    expect(hint.includes("may or may not have taken effect")).toBe(!trouble.surely_unsent);
    expect(proxy.passed()).toEqual([]);
  });

  test("a certificate that is trusted by --ca-file is none of these", async () => {
    const good = { certificate: "certificate", trusted: "certificate" };
    const { code, stderr, proxy } = await through(good, ["agents", "list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(proxy.passed()).toMatchObject([{ method: "GET", path: "/v1/all-agents", status: 200 }]);
  });
});
