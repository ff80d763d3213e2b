import { clearScreenDown, moveCursor } from "node:readline";
import stringWidth from "string-width";
import type { Terminal } from "./terminal.ts";

/** Lines on stderr that are redrawn in place. Only for a terminal for which `isLive` is true. */
export class LiveArea {
  readonly #terminal: Terminal;
  #rows = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Replaces the last text with a new one, already sanitized, and cuts it to the height of the screen. */
  draw(text: string): void {
    this.clear();
    const { stderr } = this.#terminal.streams;
    // Lines that have scrolled off the screen cannot be redrawn.
    let room = (stderr.rows ?? 24) - 1;
    for (const line of text.trimEnd().split("\n")) {
      const rows = Math.max(1, Math.ceil(stringWidth(line) / (stderr.columns || 80)));
      room -= rows;
      if (room < 0) break;
      stderr.write(`${line}\n`);
      this.#rows += rows;
    }
  }

  clear(): void {
    const { stderr } = this.#terminal.streams;
    if (this.#rows > 0) {
      moveCursor(stderr, 0, -this.#rows);
      clearScreenDown(stderr);
    }
    this.#rows = 0;
  }
}
