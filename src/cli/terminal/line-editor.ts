/** An editable line at the bottom of the screen, while text appears above it. */
import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** What the person did. */
export type Typed =
  /** Alt-Enter instead of Enter: the message continues on another line. */
  | { readonly did: "line"; readonly text: string; readonly continues: boolean }
  /** Ctrl-C. The line is now empty. */
  | { readonly did: "cancel"; readonly hadText: boolean }
  /** Ctrl-D, or the terminal has been closed. */
  | { readonly did: "close" };

export interface LineEditorOptions {
  readonly prompt: string;
  /** Earlier lines, newest first. */
  readonly history: readonly string[];
  complete(line: string): string[];
}

/** Since version 24, Node's library writes the line ends of recalled lines as \r. */
const withNewlines = (text: string) => text.replaceAll("\r", "\n");

export class LineEditor {
  readonly #output: Terminal["streams"]["stderr"];
  readonly #lines: Interface;
  readonly #typed: Typed[] = [];
  #wake: (() => void) | undefined;
  #history: readonly string[];
  #continues = false;
  #isClosed = false;

  constructor({ streams: { stdin, stderr } }: Terminal, { prompt, history, complete }: LineEditorOptions) {
    this.#output = stderr;
    this.#history = history;
    this.#lines = createInterface({
      input: stdin,
      output: stderr,
      terminal: true,
      prompt,
      history: [...history],
      historySize: 500,
      removeHistoryDuplicates: true,
      completer: (line: string) => [complete(line), line],
    });
    this.#lines.on("history", (lines) => {
      this.#history = lines;
    });
    this.#lines.on("line", (text) => {
      this.#push({ did: "line", text: withNewlines(text), continues: this.#continues });
      this.#continues = false;
      if (!this.#isClosed) this.#lines.prompt();
    });
    // While a line is being edited, the library handles Ctrl-C itself: the process gets no signal.
    this.#lines.on("SIGINT", () => {
      const hadText = this.#lines.line !== "";
      this.#lines.write(null, { ctrl: true, name: "e" });
      this.#lines.write(null, { ctrl: true, name: "u" });
      this.#push({ did: "cancel", hadText });
    });
    this.#lines.on("close", () => {
      this.#isClosed = true;
      this.#push({ did: "close" });
    });
    stdin.on("keypress", (_, key?: { readonly name?: string; readonly meta?: boolean }) => {
      if (!key?.meta || (key.name !== "return" && key.name !== "enter")) return;
      this.#continues = true;
      this.#lines.write(null, { name: "return" });
    });
    this.#lines.prompt();
  }

  /** Everything typed so far, newest first. */
  get history(): readonly string[] {
    return [...new Set(this.#history.map(withNewlines))];
  }

  /** From now on, recalls lines that were typed one after the other as one text. */
  recallAs(text: string, lines: readonly string[]): void {
    // The library returns its own list, newest first and without repeated lines. Lines that were typed
    // ahead are newer.
    const history = this.#history as string[];
    const ahead = this.#typed.filter(({ did }) => did === "line").length;
    for (const line of lines) {
      const at = history.indexOf(line, ahead);
      if (at >= 0 && at < ahead + lines.length) history.splice(at, 1);
    }
    history.splice(ahead, 0, text);
  }

  /** Waits for the person's next action. */
  async next(): Promise<Typed> {
    for (;;) {
      const typed = this.#typed.shift();
      if (typed) return typed;
      if (this.#isClosed) return { did: "close" };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  setPrompt(prompt: string): void {
    if (this.#isClosed || prompt === this.#lines.getPrompt()) return;
    this.#clear();
    this.#lines.setPrompt(prompt);
    this.#lines.prompt(true);
  }

  /** Shows text, already sanitized, above the line being edited. */
  print(text: string): void {
    if (this.#isClosed) {
      this.#output.write(`${text}\n`);
      return;
    }
    const rows = this.#clear();
    // The library redraws the line where it thinks the line begins: as many rows up as the cursor was
    // down.
    this.#output.write(`${text}\n${"\n".repeat(rows)}`);
    this.#lines.prompt(true);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#clear();
    this.#lines.close();
  }

  /** Clears the prompt and the line from the screen. Returns the row of the cursor within them. */
  #clear(): number {
    const { rows } = this.#lines.getCursorPos();
    moveCursor(this.#output, 0, -rows);
    cursorTo(this.#output, 0);
    clearScreenDown(this.#output);
    return rows;
  }

  #push(typed: Typed): void {
    this.#typed.push(typed);
    this.#wake?.();
  }
}
