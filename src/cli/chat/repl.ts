/** Lets a person at a terminal be the agent. Lines are messages, and commands begin with a slash. */
import { Failure, usage } from "../../lib/failure.ts";
import { errorText } from "../render/error.ts";
import type { Paint } from "../terminal/colour.ts";
import type { LineEditor } from "../terminal/line-editor.ts";
import { sanitize, sanitizeLine } from "../terminal/sanitize.ts";
import { type Action, commandHelp, parseCommand } from "./commands.ts";
import { Composer } from "./composer.ts";
import { type Conversation, farewell, type Message, toMessage } from "./message.ts";
import { type Observer, type Session, withoutLastTurn } from "./session.ts";

/** What the person's commands need in addition to the conversation. */
export interface Desk {
  /** The transcript as text. */
  transcript(): Promise<string>;
  /** Writes the transcript to a file. */
  save(file: string): Promise<void>;
  /** The digital human's card. */
  who(): Promise<string>;
  /** Throws a Failure if the same conversation cannot be started again. */
  requireRepeatable(): void;
  /** Names of tools, for completion. More are added over time. */
  readonly tools: Set<string>;
}

interface ReplOptions {
  readonly session: Session;
  readonly editor: LineEditor;
  readonly conversation: Conversation;
  readonly desk: Desk;
  readonly paint: Paint;
  /** Ends the whole program as Ctrl-C does. Resolves once the end has begun. */
  interrupt(): Promise<void>;
}

/** How long to wait for the reply to a repeated turn. */
const REPLY_MS = 30_000;

const PROMPTS = { idle: "agent> ", waiting: "(the caller is typing…) agent> ", more: "  ...> " } as const;

export class Repl {
  readonly #options: ReplOptions;
  readonly #composer = new Composer();
  /** The lines of the message that is being written. */
  readonly #lines: string[] = [];
  /** Messages that could not be sent, oldest first. */
  readonly #unsent: Message[] = [];
  /** Messages that the service has accepted, oldest first. */
  readonly #sent: Message[] = [];
  /** What to say again in a new conversation. */
  #undone: Message[] | undefined;
  /** A bug in this program. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: ReplOptions) {
    this.#options = options;
    options.session.observe(this.#screen());
  }

  /**
   * Says `first`, then talks until the person leaves or the conversation is over. If the person takes back a
   * turn, returns what to say in a new conversation.
   */
  async run(first: readonly Message[] = []): Promise<readonly Message[] | undefined> {
    for (const message of first) await this.#repeat(message);
    await this.#talk();
    await this.#options.session.settled();
    if (this.#fault) throw this.#fault.error;
    return this.#undone;
  }

  async #repeat(message: Message): Promise<void> {
    const { session, editor, conversation, paint } = this.#options;
    const { simulation_result_id, newId } = conversation;
    if (message.message) editor.print(paint.dim(`agent> ${indented(sanitize(message.message))}`));
    await session.send({ ...message, simulation_result_id, message_id: newId() });
    await session.until(() => !session.isWaiting, REPLY_MS);
  }

  /** Nothing that was said can be unsaid, so the remaining messages are said again in a new conversation. */
  #undo(): void {
    const { editor, desk } = this.#options;
    const unsent = this.#unsent.pop();
    if (unsent) {
      editor.print(`not resent: ${sanitizeLine(unsent.message ?? unsent.name ?? "")}; it may have arrived`);
      return;
    }
    if (this.#sent.length === 0) throw usage("you have said nothing yet");
    desk.requireRepeatable();
    this.#undone = withoutLastTurn(this.#sent);
    editor.close();
  }

  async #talk(): Promise<void> {
    const { editor, session } = this.#options;
    let isLeaving = false;
    while (!session.isOver) {
      const typed = await editor.next();
      if (typed.did === "close") {
        if (this.#composer.isOpen) editor.print("not sent: the message of several lines was not complete");
        return;
      }
      if (typed.did === "line") {
        isLeaving = false;
        await this.#take(typed.text, typed.continues);
      } else if (isLeaving) {
        await this.#offerEnd();
        return;
      } else {
        isLeaving = !typed.hadText && !this.#composer.isOpen;
        this.#composer.drop();
        this.#lines.length = 0;
        if (isLeaving) editor.print("press Ctrl-C again to leave");
      }
      this.#prompt();
    }
  }

  async #take(line: string, continues: boolean): Promise<void> {
    const text = this.#composer.add(line, continues);
    this.#lines.push(line);
    if (text === undefined) return;
    const lines = this.#lines.splice(0);
    if (text.trim() === "") return;
    if (lines.length > 1) this.#options.editor.recallAs(text, lines);
    try {
      // Several lines are always a message, whatever they begin with.
      await this.#do(text.includes("\n") ? { act: "say", text, end_turn: true } : parseCommand(text));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#options.editor.print(errorText(error, this.#options.paint));
    }
  }

  async #do(action: Action): Promise<void> {
    const { editor, session, conversation, desk } = this.#options;
    const { newId, simulation_result_id } = conversation;
    const fresh = () => ({ simulation_result_id, message_id: newId() });
    switch (action.act) {
      case "say": {
        const message = toMessage(action.text, conversation);
        return this.#send(action.end_turn ? message : { ...message, end_turn: false });
      }
      case "tool": {
        const { name, parameters, output } = action;
        return this.#send({ ...fresh(), type: "tool_call", name, parameters, output });
      }
      case "flush":
        return this.#send({ ...fresh(), message: "" });
      case "end":
        return this.#send({ ...farewell(conversation), message: action.text });
      case "undo":
        await session.settled();
        return this.#undo();
      case "retry":
        if (this.#unsent.length === 0) editor.print("nothing to resend");
        for (const message of this.#unsent.splice(0)) this.#send(message);
        return;
      case "history":
        await session.settled();
        editor.print(sanitize(await desk.transcript()));
        return;
      case "save":
        await session.settled();
        await desk.save(action.file);
        editor.print(`saved to ${sanitizeLine(action.file)}`);
        return;
      case "who":
        editor.print(sanitize(await desk.who()));
        return;
      case "help":
        editor.print(commandHelp());
    }
  }

  /** Does not wait for the answer: the person must be able to leave even if the service hangs. */
  #send(message: Message): void {
    this.#options.session.send(message).catch((error: unknown) => this.#notSent(message, error));
  }

  #notSent(message: Message, error: unknown): void {
    const { editor, paint } = this.#options;
    if (!(error instanceof Failure)) {
      this.#fault ??= { error };
      editor.close();
      return;
    }
    const mayBeTaken = error.outcome === "network" || error.outcome === "failed";
    if (mayBeTaken) this.#unsent.push(message);
    const hint = "/retry sends the message again; its id ensures it counts only once";
    const shown = mayBeTaken ? new Failure(error.outcome, error.message, { ...error.options, hint }) : error;
    editor.print(errorText(shown, paint));
    this.#prompt();
  }

  async #offerEnd(): Promise<void> {
    const { editor, conversation, interrupt } = this.#options;
    editor.setPrompt("end the conversation and have it evaluated? [y/N] ");
    const typed = await editor.next();
    if (typed.did === "cancel") await interrupt();
    if (typed.did === "line" && /^y(es)?$/i.test(typed.text.trim())) this.#send(farewell(conversation));
  }

  #prompt(): void {
    const { editor, session } = this.#options;
    editor.setPrompt(
      this.#composer.isOpen ? PROMPTS.more : session.isWaiting ? PROMPTS.waiting : PROMPTS.idle,
    );
  }

  #screen(): Observer {
    const { editor, paint, desk } = this.#options;
    return {
      sent: async (message, { status }) => {
        const { type, name } = message;
        this.#sent.push(message);
        if (type === "tool_call" && name) {
          desk.tools.add(name);
          editor.print(paint.dim(`logged ${sanitizeLine(name)}`));
        }
        if (status !== "success") editor.print(paint.dim(`status: ${sanitizeLine(String(status))}`));
        this.#prompt();
      },
      heard: async ({ message }, latency_ms) => {
        const took = latency_ms === undefined ? "" : paint.dim(`  (${(latency_ms / 1000).toFixed(1)} s)`);
        editor.print(`${paint.cyan("caller>")} ${indented(sanitize(message))}${took}`);
        this.#prompt();
      },
      ended: async () => editor.close(),
    };
  }
}

/** Indents a message of several lines, so that it cannot imitate other lines of the conversation. */
const indented = (text: string) => text.replaceAll("\n", "\n        ");
