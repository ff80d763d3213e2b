import type { Terminal } from "./terminal.ts";

const CTRL_C = "\x03";

/**
 * Keys as a person presses them, without Enter. Ctrl-C interrupts as usual. Undefined if no person is at the terminal.
 * @returns ends it
 */
export function listenForKeys(terminal: Terminal, onKey: (key: string) => void): (() => void) | undefined {
  const stdin = terminal.streams.stdin as Terminal["streams"]["stdin"] & { setRawMode?(raw: boolean): void };
  if (!terminal.isInteractive || !stdin.setRawMode) return undefined;
  const listen = (typed: Buffer) => {
    for (const key of typed.toString())
      if (key === CTRL_C) terminal.interrupt();
      else onKey(key);
  };
  stdin.setRawMode(true);
  stdin.on("data", listen);
  stdin.resume();
  return () => {
    stdin.off("data", listen);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}
