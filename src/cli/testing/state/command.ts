/** The state of an agent's own system, from a command of its test file. */
import { STATE_PROBE_LIMITS, WORLD_LIMITS } from "../../../contract/limits.ts";
import { lineWithoutSecrets } from "../../../contract/secrets.ts";
import { withDeadline } from "../../../lib/deadline.ts";
import { startGroup } from "../processes/group.ts";

export interface StateCommand {
  /** A line for the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * What the command writes on stdout, or why that could not be read: it ended with another code than 0, or too late.
 * `PARLEY_SIMULATION_RESULT_ID` tells it the conversation.
 */
export async function stateFromCommand(
  { command, cwd, env }: StateCommand,
  simulation_result_id: number,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly unread: string }> {
  const environment = { ...env, PARLEY_SIMULATION_RESULT_ID: String(simulation_result_id) };
  const group = startGroup({ command, cwd, env: environment, speaks: true });
  group.stdin.end();
  try {
    return await withDeadline(STATE_PROBE_LIMITS.timeout_ms, signal, async () => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of group.answers) {
        pieces.push(Buffer.from(piece));
        bytes += piece.length;
        if (bytes > WORLD_LIMITS.bytes)
          return { unread: `the command wrote more than ${WORLD_LIMITS.bytes} bytes (limit: bytes)` };
      }
      const how = await group.end;
      if (how.startsWith("exited with code 0 ")) return { text: Buffer.concat(pieces).toString("utf8") };
      const last = group.tail().at(-1);
      return { unread: `the command ${how}${last === undefined ? "" : `: ${lineWithoutSecrets(last)}`}` };
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { unread: `the command gave ${(error as Error).message}` };
  } finally {
    await group.stop();
  }
}
