import { Failure } from "../../../src/lib/failure.ts";

/** Runs code that may refuse its input with a message, but must not fail in any other way. */
export async function refuses(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.message.trim() === "") throw new Error("a refusal without words", { cause: error });
  }
}
