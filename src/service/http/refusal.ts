import { endpoints } from "../../contract/endpoints.ts";
import { Refused } from "../errors.ts";
import { type Fault, Invalid } from "../validation/fault.ts";
import { isProtobuf } from "./body.ts";
import type { Context } from "./environment.ts";

/** The answer to a request that failed: as a Status message if the request was OTLP in protobuf, otherwise as JSON. */
export async function refusal(error: unknown, c: Context) {
  const { body, status, headers } = refusedWith(error, c);
  if (!isProtobuf(c.env.incoming.headers["content-type"]) || c.req.path !== endpoints.export_traces.path)
    return c.json(body, status, headers);
  const { otlpStatus } = await import("../traces/otlp-protobuf.ts");
  const message = typeof body.detail === "string" ? body.detail : faultsIn(body.detail);
  return c.body(otlpStatus(status, message), status, {
    ...headers,
    "content-type": "application/x-protobuf",
  });
}

const faultsIn = (faults: readonly Fault[]) =>
  faults.map(({ loc, type, msg }) => `${loc.join(".")}: ${msg} (${type})`).join("; ");

interface RefusedWith {
  readonly body: { readonly detail: string | readonly Fault[] };
  readonly status: Refused["status"] | 422 | 500;
  readonly headers?: Record<string, string>;
}

function refusedWith(error: unknown, c: Context): RefusedWith {
  if (error instanceof Invalid) return { body: { detail: error.faults }, status: 422 };
  if (error instanceof Refused) {
    const { message, extra, status, headers } = error;
    return { body: { detail: message, ...extra }, status, headers: { ...headers } };
  }
  if (c.req.raw.signal.aborted && isReset(error))
    return {
      body: { detail: "the client closed the connection before the body was complete" },
      status: 400,
    };
  c.set("failure", error);
  return { body: { detail: "the service failed; the request may not have taken effect" }, status: 500 };
}

/** How reading a body fails if the connection ends halfway. */
const isReset = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNRESET";
