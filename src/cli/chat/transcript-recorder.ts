import type { Observer } from "./session.ts";
import type { Spoken } from "./transcript.ts";

/** Records what is said while this program listens, for services without a readable record. */
export class TranscriptRecorder implements Observer {
  readonly #now: () => number;
  readonly #began: number;
  readonly #transcript: Spoken["transcript"][number][] = [];
  readonly #tool_calls: Spoken["tool_calls"][number][] = [];

  constructor(now: () => number) {
    this.#now = now;
    this.#began = now();
  }

  get spoken(): Spoken {
    return { transcript: this.#transcript, tool_calls: this.#tool_calls };
  }

  sent: NonNullable<Observer["sent"]> = async ({ type, message, message_id, name, parameters, output }) => {
    const start_offset_ms = this.#offset();
    if (type === "tool_call")
      this.#tool_calls.push({ name: name ?? "", parameters: parameters ?? null, output, start_offset_ms });
    else if (message)
      this.#transcript.push({ role: "AGENT", message, message_id: message_id ?? null, start_offset_ms });
  };

  heard: NonNullable<Observer["heard"]> = async ({ message, message_id }) => {
    this.#transcript.push({ role: "USER", message, message_id, start_offset_ms: this.#offset() });
  };

  #offset(): number {
    return Math.round(this.#now() - this.#began);
  }
}
