import { getBuiltinModule } from "node:process";
import type { TransportOptions } from "./transport.ts";

/** How undici makes a connection. A list of authorities replaces the built-in one, so it holds both. */
export function connectionOptions({ ca, timeout_ms }: Pick<TransportOptions, "ca" | "timeout_ms">) {
  const authorities = ca && [...getBuiltinModule("node:tls").rootCertificates, ca];
  return { timeout: timeout_ms, ...(authorities && { ca: authorities }) };
}
