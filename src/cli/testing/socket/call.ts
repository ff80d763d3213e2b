/** A call with an agent that speaks in JSON frames over a WebSocket: who listens, and how it ended. */
import { DAY_MS } from "../../../contract/duration.ts";
import { CallSide, type CallSideOptions } from "../calls/call-side.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import { Trouble } from "../trouble.ts";
import type { Ending, Frame, SocketLine } from "./line.ts";

/** There is always a next frame, or the end. */
const FOREVER_MS = DAY_MS;

export interface SocketCallOptions extends CallSideOptions {
  /** Takes a frame of the agent. */
  take(frame: Frame): void;
  /** What is wrong with how the agent has closed the connection, after "the agent". Undefined if it has hung up. */
  faultIn?(ending: Ending): string | undefined;
}

export class SocketCall {
  readonly side: CallSide;
  readonly #take: SocketCallOptions["take"];
  readonly #faultIn: SocketCallOptions["faultIn"];
  readonly #closing = new AbortController();
  #line: SocketLine | undefined;
  #group: ProcessGroup | undefined;
  #how: Promise<string | undefined> | undefined;
  /** What went wrong between the agent and the call. */
  #broken: string | undefined;

  constructor({ take, faultIn, ...options }: SocketCallOptions) {
    this.side = new CallSide(options);
    this.#take = take;
    this.#faultIn = faultIn;
  }

  /** Aborts when the call is over. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Connects the call at `url` with an agent that is ready.
   * @param early frames that have come already
   */
  async connect(url: string, line: SocketLine, early: readonly Frame[] = []): Promise<void> {
    await this.side.connect(url);
    for (const frame of early) this.#take(frame);
    void this.#listen(line);
  }

  /** @param group the agent's process, if Parley has started it */
  reached(line: SocketLine, group: ProcessGroup | undefined): void {
    this.#line = line;
    this.#group = group;
  }

  send(frame: object): void {
    this.#line?.send(frame);
  }

  /** @param how what went wrong, after "the agent" */
  break(how: string): void {
    this.#broken ??= how;
    this.side.end({ failed: true });
  }

  /** What went wrong with the agent, after "the agent". Undefined if nothing did. */
  async fault(): Promise<string | undefined> {
    return this.#broken ?? this.#how;
  }

  async close(): Promise<void> {
    // How it ended by itself, not by what follows.
    this.#how ??= this.#ended();
    this.#closing.abort();
    this.side.close();
    await this.#how;
    this.#line?.close();
  }

  async #listen(line: SocketLine): Promise<void> {
    try {
      for (;;) {
        const frame = await line.next(FOREVER_MS, this.signal);
        if (frame === "closed") return await this.#end(line.ending());
        if (frame !== "late") this.#take(frame);
      }
    } catch (error) {
      if (this.signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      const how = error.message.replace(/^the agent /, "");
      this.break(how.replace(/^the connection to the agent failed/, "lost its connection"));
    }
  }

  #ended = async (): Promise<string | undefined> => this.#group && endOf(this.#group);

  async #end(ending: Ending | undefined): Promise<void> {
    this.#how ??= this.#ended();
    const how = await this.#how;
    const fault = how === undefined && ending ? this.#faultIn?.(ending) : undefined;
    if (fault !== undefined) return this.break(fault);
    this.side.end({ failed: how !== undefined && !how.startsWith("exited with code 0") });
  }
}
