/** The console's own routes: the page, signing in and out, recordings to listen to, and live updates. */
import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { readBuiltFile } from "../../lib/built-files.ts";
import { type KeyOwner, KeyRefused } from "../auth.ts";
import { requireRecording } from "../domain/calls/recording.ts";
import { requireResultRecording } from "../domain/conversations/recording.ts";
import type { Context, Environment } from "../http/environment.ts";
import { headerOf } from "../http/incoming.ts";
import { addRoute } from "../http/probes.ts";
import type { Service } from "../service.ts";
import { limitStreams, streamEvents } from "./events.ts";
import { answerRecording } from "./recording.ts";
import { cookieOf, endSession, redeemLink, secretIn } from "./sessions.ts";
import { requireOwnPage } from "./signed-in.ts";
import { createWatch } from "./watch.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Parley</title><link rel="stylesheet" href="/console/web.css"></head>
<body><div id="app" data-console></div><noscript>The console needs JavaScript; everything in it is also on the command line: run parley --help.</noscript>
<script src="/console/web.js"></script></body></html>
`;

export interface ConsoleOptions {
  readonly service: Service;
  /** The owner of a request, by its cookie or its key. 401 without either. */
  readonly ownerOf: (c: Context) => Promise<KeyOwner>;
  /** Whether the sender of a request still has access: keys are revoked, and sessions end. */
  readonly isStillIn: (c: Context) => Promise<boolean>;
  readonly isStopping: () => boolean;
}

export function addConsole(app: Hono<Environment>, options: ConsoleOptions): void {
  const { service, ownerOf, isStopping } = options;
  addFile(app, "/", () => PAGE, "text/html; charset=utf-8");
  addFile(app, "/console/web.js", () => readBuiltFile("web.js"), "text/javascript; charset=utf-8");
  addFile(app, "/console/web.css", () => readBuiltFile("web.css"), "text/css; charset=utf-8");

  addRoute(app, "/console/session", async (c) => {
    const { organization_id } = await ownerOf(c);
    const { name } = await service.db
      .selectFrom("organization")
      .select("name")
      .where("id", "=", organization_id)
      .executeTakeFirstOrThrow();
    return c.json({ organization: name }, 200, NOT_KEPT);
  });
  app.post("/console/session", async (c) => {
    c.set("route", "/console/session");
    requireOwnPage(c.env.incoming);
    const link = headerOf(c.env.incoming, "x-sign-in");
    const secret = link === undefined ? undefined : await redeemLink(service, link);
    if (secret === undefined)
      throw new KeyRefused("unknown_key", "this link is not valid any more; `parley open` makes a new one");
    // The new cookie replaces that of an earlier session, which nobody could sign out of any more.
    const earlier = secretIn(headerOf(c.env.incoming, "cookie"));
    if (earlier !== undefined) await endSession(service, earlier);
    return c.json({ signed_in: true }, 200, {
      ...NOT_KEPT,
      "set-cookie": cookieOf(secret, headerOf(c.env.incoming, "x-forwarded-proto") === "https"),
    });
  });
  app.delete("/console/session", async (c) => {
    c.set("route", "/console/session");
    requireOwnPage(c.env.incoming);
    const secret = secretIn(headerOf(c.env.incoming, "cookie"));
    if (secret !== undefined) await endSession(service, secret);
    return c.json({ signed_in: false }, 200, { ...NOT_KEPT, "set-cookie": cookieOf("", false) });
  });
  addRoute(app, "/console/recordings/:call_id", async (c) => {
    const { organization_id } = await ownerOf(c);
    const recording = await requireRecording(service, organization_id, c.req.param("call_id") ?? "");
    return answerRecording(service, recording, c.env.incoming);
  });
  addRoute(app, "/console/result-recordings/:simulation_result_id", async (c) => {
    const { organization_id } = await ownerOf(c);
    const id = c.req.param("simulation_result_id") ?? "";
    return answerRecording(
      service,
      await requireResultRecording(service, organization_id, id),
      c.env.incoming,
    );
  });
  const admitStream = limitStreams();
  const streaming = { service, watch: createWatch(service, isStopping), isStopping };
  addRoute(app, "/console/events", async (c) => {
    const { organization_id } = await ownerOf(c);
    const { incoming, outgoing } = c.env;
    const leave = admitStream(organization_id);
    if (incoming.socket.destroyed) leave();
    else outgoing.once("close", leave);
    const last = headerOf(incoming, "last-event-id");
    return streamEvents(streaming, organization_id, { last, isStillIn: () => options.isStillIn(c) });
  });
}

const NOT_KEPT = { "cache-control": "no-store" };

/** A file that browsers check each time, and receive only if it has changed. */
function addFile(app: Hono<Environment>, route: string, read: () => string, type: string): void {
  let kept: { readonly text: string; readonly etag: string } | undefined;
  addRoute(app, route, (c) => {
    kept ??= named(read());
    const headers = { ...HEADERS, "content-type": type, "cache-control": "no-cache", etag: kept.etag };
    if (headerOf(c.env.incoming, "if-none-match") === kept.etag)
      return new Response(null, { status: 304, headers });
    return new Response(kept.text, { headers });
  });
}

const named = (text: string) => ({
  text,
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
});
