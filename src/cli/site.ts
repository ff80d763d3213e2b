/** The documentation that the build packed. It can be served on this machine or written as files. */
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { usage } from "../lib/failure.ts";
import { readPackedTexts } from "../lib/packed-texts.ts";
import { writeNamedFile } from "./write-files.ts";

type Files = Readonly<Record<string, string>>;

export const siteFiles = (): Files => readPackedTexts("site.br");

export async function writeSite(cwd: string, folder: string, files: Files): Promise<void> {
  const place = resolve(cwd, folder);
  try {
    await mkdir(place, { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeNamedFile(join(place, name), content);
  } catch (error) {
    throw usage(`cannot write the documentation: ${(error as Error).message}`, { where: place });
  }
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Listens only on the loopback address. Refuses requests that use another name for it, as a hostile page may.
 */
export async function serveSite(files: Files, port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const names = new Map(Object.entries(files));
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const isOwn = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? "");
    const name = (request.url ?? "/").split(/[?#]/)[0]?.slice(1) || "index.html";
    const content =
      isOwn && (request.method === "GET" || request.method === "HEAD") ? names.get(name) : undefined;
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain; charset=utf-8";
    const headers = {
      "X-Content-Type-Options": "nosniff",
      "Content-Type": content === undefined ? "text/plain" : type,
    };
    response
      .writeHead(content === undefined ? (isOwn ? 404 : 421) : 200, headers)
      .end(content ?? "not found\n");
  });
  await new Promise<void>((done, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(
        usage(error.code === "EADDRINUSE" ? `port ${port} is in use` : `cannot listen: ${error.message}`, {
          hint: "leave out --port to use any that is free",
        }),
      ),
    );
    server.listen(port, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
