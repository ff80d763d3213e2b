import { sanitizeLine } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** What a long wait says of itself. */
export interface Progress {
  say(text: string): Promise<void>;
  /** Takes a moving line off the screen. */
  stop(): void;
}

/** A spinner where something may move; elsewhere a remark for each thing that is new. */
export async function startProgress(terminal: Terminal): Promise<Progress> {
  if (!terminal.isLive) return remarks(terminal);
  const { default: ora } = await import("ora");
  // Left alone the library reads stdin away, and Ctrl-C with it.
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
