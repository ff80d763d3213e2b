/** A process of an agent of LiveKit. Its console connects to Parley. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { endOf, type GroupOptions, type ProcessGroup, startGroup } from "../processes/group.ts";
import { inTime } from "../processes/in-time.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { Frames, type SessionMessage } from "./wire.ts";

export interface ConsoleOptions extends Pick<GroupOptions, "command" | "cwd" | "env"> {
  /** How long the agent may take to connect. */
  readonly ready_within_ms: number;
}

/** Whether a process that has ended so, or runs, has not failed. */
export const isOrderly = (how: string | undefined): boolean =>
  how === undefined || how.startsWith("exited with code 0");

/** A command of Python has the subcommand already, because the agent's file comes after it. */
function connecting(command: ConsoleOptions["command"], address: string): ConsoleOptions["command"] {
  const given = typeof command === "string" ? command.split(/\s/) : command;
  const words = [...(given.includes("console") ? [] : ["console"]), "--connect-addr", address];
  return typeof command === "string" ? `${command} ${words.join(" ")}` : [...command, ...words];
}

/** What the console sends. Nothing comes after `closed`. */
type Hear = (came: SessionMessage | Trouble | "closed") => void;

export class LivekitConsole {
  readonly #options: ConsoleOptions;
  readonly #hear: Hear;
  #group: ProcessGroup | undefined;
  #server: Server | undefined;
  #socket: Socket | undefined;
  #is_closed = false;
  #error: string | undefined;

  constructor(options: ConsoleOptions, hear: Hear) {
    this.#options = options;
    this.#hear = hear;
  }

  tail = () => this.#group?.tail() ?? [];

  /** Starts the agent, and waits until it connects. @throws Trouble */
  async connect(signal: AbortSignal): Promise<void> {
    const { command, cwd, env, ready_within_ms: ms } = this.#options;
    const server = createServer({ noDelay: true });
    this.#server = server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const connected = once(server, "connection") as Promise<[Socket]>;
    const { port } = server.address() as AddressInfo;
    const group = startGroup({
      command: connecting(command, `127.0.0.1:${port}`),
      cwd,
      // Its console would log each of its tasks, and its last lines would tell nothing else.
      env: { LOG_LEVEL: "info", ...env },
    });
    this.#group = group;
    if (this.#is_closed) return this.close();
    const late = `the agent's console did not connect within ${seconds(ms)}`;
    const [socket] = await inTime(connected, { ms, late, group, signal });
    server.close();
    this.#socket = socket;
    const frames = new Frames();
    socket.on("data", (piece) => {
      try {
        for (const message of frames.take(piece)) {
          if (message.error !== undefined) this.#error = message.error;
          this.#hear(message);
        }
      } catch (error) {
        this.#hear(new Trouble(`the agent's console sent something else: ${(error as Error).message}`));
        socket.destroy();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => this.#hear("closed"));
  }

  write(frame: Buffer): void {
    this.#socket?.write(frame);
  }

  /** The last error that the agent has reported, in a line. */
  get error(): string | undefined {
    return this.#error === undefined ? undefined : excerpt(this.#error);
  }

  /** How its process has ended. Undefined if it runs. */
  async ended(): Promise<string | undefined> {
    return this.#group && (await endOf(this.#group));
  }

  async close(): Promise<void> {
    this.#is_closed = true;
    this.#server?.close();
    this.#socket?.destroy();
    // Closing the connection does not end the process.
    await this.#group?.stop();
  }
}
