import { sanitizeLine } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** Shows the progress of a long wait. */
export interface Progress {
  say(text: string): Promise<void>;
  /** Clears the moving line from the screen. */
  stop(): void;
}

/** A spinner if animation is allowed, otherwise a note for each change. */
export async function startProgress(terminal: Terminal): Promise<Progress> {
  if (!terminal.isLive) return remarks(terminal);
  const { default: ora } = await import("ora");
  // By default, the library consumes stdin, and Ctrl-C with it.
  const spinner = ora({ stream: terminal.streams.stderr as NodeJS.WriteStream, discardStdin: false });
  return {
    async say(text) {
      spinner.start(sanitizeLine(text));
    },
    stop: () => spinner.stop(),
  };
}

function remarks(terminal: Terminal): Progress {
  let said = "";
  return {
    async say(text) {
      if (text === said) return;
      said = text;
      await terminal.note(text);
    },
    stop: () => undefined,
  };
}
