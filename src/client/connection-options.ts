import { getBuiltinModule } from "node:process";
import type { TransportOptions } from "./transport.ts";

/**
 * How undici makes a connection. A list of certificate authorities replaces the built-in list, so this list
 * contains both.
 */
export function connectionOptions({ ca, timeout_ms }: Pick<TransportOptions, "ca" | "timeout_ms">) {
  const authorities = ca && [...getBuiltinModule("node:tls").rootCertificates, ca];
  return { timeout: timeout_ms, ...(authorities && { ca: authorities }) };
}
