import type { Dispatcher } from "undici";
import type { TransportAnswer } from "./transport.ts";

/** Where an exchange ends: its promise's own functions. */
interface Settle {
  resolve(answer: TransportAnswer): void;
  /** With what broke it, or with the reason for which it was stopped. */
  reject(reason: unknown): void;
}

/** One request on its way through undici, told of each step by its dispatcher: no streams and no signal of its own. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Told when its connection is done with it; whether it has ended as it should. */
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

  /** Ends it at once, also where it still waits for a connection: what has not gone out then never does. */
  stop(reason: Error): void {
    this.#stopped ??= { reason };
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped) controller.abort(this.#stopped.reason);
  }

  /** Also called for 1xx: the last one counts. */
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
