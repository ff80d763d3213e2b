import { Failure } from "../../../src/failure.ts";

/** Runs what may refuse its input in words, and may fail in no other way. */
export async function refuses(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.message.trim() === "") throw new Error("a refusal without words", { cause: error });
  }
}
