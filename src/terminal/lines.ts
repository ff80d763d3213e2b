import { createInterface } from "node:readline";
import { Failure } from "../failure.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The lines of stdin as they arrive; a person is prompted for each, on stderr. Ends with the input.
 * @throws Failure (interrupted, terminated) at Ctrl-C or when `signal` aborts
 */
export async function* readLines(
  terminal: Terminal,
  { prompt, signal }: { readonly prompt: string; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const { stdin, stderr } = terminal.streams;
  const asks = terminal.isInteractive;
  const lines = createInterface({
    input: stdin,
    signal,
    crlfDelay: Number.POSITIVE_INFINITY,
    ...(asks && { output: stderr, terminal: true, prompt }),
  });
  let interrupted = false;
  // While it edits a line the library takes Ctrl-C for itself: the process gets no signal.
  lines.on("SIGINT", () => {
    interrupted = true;
    lines.close();
  });
  try {
    if (asks) lines.prompt();
    for await (const line of lines) {
      yield line;
      if (asks) lines.prompt();
    }
    // Ctrl-C and Ctrl-D leave the cursor behind the prompt.
    if (asks) await terminal.alert("");
    signal.throwIfAborted();
    if (interrupted) throw new Failure("interrupted", "interrupted");
  } finally {
    lines.close();
    // A pipe that its writer keeps open would hold the process.
    stdin.destroy();
  }
}
