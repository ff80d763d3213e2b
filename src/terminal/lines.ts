import { createInterface } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** The lines of a stdin that is not a terminal, as they arrive. Ends with the input, or when `signal` aborts. */
export async function* readLines(
  { streams: { stdin } }: Terminal,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const lines = createInterface({ input: stdin, signal, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    yield* lines;
  } finally {
    lines.close();
    // A pipe that its writer keeps open would keep the process alive.
    stdin.destroy();
  }
}
