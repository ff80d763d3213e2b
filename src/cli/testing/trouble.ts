/** What kept an agent from taking part in a conversation. It is never the fault of an answer. */
export class Trouble extends Error {
  override readonly name = "Trouble";
  /** The last lines of output of an agent that never became ready. */
  output: readonly string[] = [];
}

/** Waits until an agent has started. If that fails, stops it and keeps its output. */
export async function stoppedOnFailure<T>(
  group: { tail(): string[]; stop(): Promise<void> },
  started: Promise<T>,
): Promise<T> {
  try {
    return await started;
  } catch (error) {
    await group.stop();
    if (error instanceof Trouble) error.output = group.tail();
    throw error;
  }
}

/** The beginning of what an agent has sent, in one line, for a message. */
export function excerpt(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
