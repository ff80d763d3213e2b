/** Deliveries kept in the user's file, one per line, so that they can be sent again. */
import { constants, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM as LARGEST, RefusedFile, readRegularFile } from "../../lib/files.ts";
import { takeLock } from "../../lib/lock.ts";
import { openToWrite } from "../write-files.ts";
import type { Delivery } from "./delivery.ts";

/** When the file is larger than this, the older half is dropped. */
const BYTES_MAXIMUM = 16 * 1024 * 1024;

export class KeptDeliveries {
  readonly #file: string;
  readonly #maximum: number;

  constructor(file: string, bytes_maximum = BYTES_MAXIMUM) {
    this.#file = file;
    this.#maximum = bytes_maximum;
  }

  /** Other listeners may write at the same time. */
  async keep(delivery: Delivery): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const lock = await takeLock(this.#file, { what: "the kept webhooks", patience_ms: 15_000 });
    try {
      const handle = await openToWrite(this.#file, APPEND, { mode: 0o600 });
      await handle.appendFile(`${toLine(delivery)}\n`).finally(() => handle.close());
      if (statSync(this.#file).size > this.#maximum) await this.#drop();
    } finally {
      await lock.release();
    }
  }

  /** All, oldest first. */
  async all(): Promise<Delivery[]> {
    return (await this.#lines()).flatMap(fromLine);
  }

  /** The newest one with that id. */
  async find(id: string): Promise<Delivery | undefined> {
    return (await this.all()).findLast((delivery) => delivery.id === id);
  }

  async #drop(): Promise<void> {
    const kept: string[] = [];
    let room = this.#maximum / 2;
    for (const line of (await this.#lines()).reverse()) {
      room -= Buffer.byteLength(line) + 1;
      if (room < 0) break;
      kept.unshift(`${line}\n`);
    }
    const aside = `${this.#file}.new`;
    await writeFile(aside, kept.join(""), { mode: 0o600 });
    await rename(aside, this.#file);
  }

  async #lines(): Promise<string[]> {
    if (!statSync(this.#file, { throwIfNoEntry: false })) return [];
    try {
      const text = readRegularFile(this.#file, { maximum: LARGEST.kept }).toString();
      return text.split("\n").filter((line) => line !== "");
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      throw usage(error.message, {
        where: this.#file,
        hint: "received webhooks are kept in this file; move it away",
      });
    }
  }
}

const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;

const toLine = ({ body, ...delivery }: Delivery) =>
  JSON.stringify({ ...delivery, body: body.toString("base64") });

/** Skips a line that a crash cut off. */
function fromLine(line: string): Delivery[] {
  try {
    const { body, ...delivery } = JSON.parse(line) as Omit<Delivery, "body"> & { readonly body: string };
    return [{ ...delivery, body: Buffer.from(body, "base64") }];
  } catch {
    return [];
  }
}
