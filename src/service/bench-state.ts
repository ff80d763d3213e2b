/** What a test reads of the agent's own system: from a URL, which may be on this machine, or from a command. */
import type { Reading } from "../engine/world/probe.ts";
import type { Outbound } from "./network/outbound.ts";
import type { ReadState } from "./network/state-reader.ts";

/** The output of a command, or why there is none. */
export type StateOutput = (
  simulation_result_id: number,
  signal: AbortSignal,
) => Promise<{ readonly text: string } | { readonly unread: string }>;

/** The URL of an agent whose state a command tells. */
export const OF_COMMAND = "http://command.invalid/";

/** Loads and opens nothing before it is used. */
export function createBenchState(command: StateOutput | undefined): {
  readonly readState: ReadState;
  close(): Promise<void>;
} {
  let outbound: Outbound | undefined;
  return {
    async readState(request, signal): Promise<Reading> {
      const { createStateReader, readingOf } = await import("./network/state-reader.ts");
      if (command) {
        const output = await command(request.simulation_result_id, signal);
        return "text" in output ? readingOf(output.text) : output;
      }
      const { createOutbound } = await import("./network/outbound.ts");
      outbound ??= createOutbound({ allow_private: true, allow_loopback: true });
      return createStateReader(outbound)(request, signal);
    },
    close: async () => outbound?.close(),
  };
}
