import type { Dispatcher } from "undici";
import type { TransportAnswer } from "./transport.ts";

/** The functions that settle an exchange's promise. */
interface Settle {
  resolve(answer: TransportAnswer): void;
  /** Called with the error that broke it, or the reason it was stopped. */
  reject(reason: unknown): void;
}

/** One request through undici, driven by the dispatcher's callbacks: no streams and no signal of its own. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Called when its connection is free again, with whether it ended cleanly. */
  onOver: (isWhole: boolean) => void = () => undefined;
  readonly #settle: Settle;
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: { readonly reason: Error } | undefined;
  #status = 0;
  #headers: TransportAnswer["headers"] = {};
  readonly #chunks: Buffer[] = [];

  constructor(settle: Settle) {
    this.#settle = settle;
  }

  /** Stops it at once, even while it waits for a connection. If it has not been sent, it never will be. */
  stop(reason: Error): void {
    this.#stopped ??= { reason };
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped) controller.abort(this.#stopped.reason);
  }

  /** Also called for 1xx: the last call counts. */
  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: TransportAnswer["headers"],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...others] = this.#chunks;
    const body = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body });
    this.onOver(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle.reject(error);
    this.onOver(false);
  }
}
