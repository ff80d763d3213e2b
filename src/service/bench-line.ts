/** What a test needs in order to call its agent. It is loaded for that alone. */
import { join } from "node:path";
import type { Output } from "../contract/types.ts";
import type { CALL_DIALECTS } from "../contract/values.ts";
import { folderBlobs } from "./blobs/folder.ts";
import { badRequest } from "./errors.ts";

import { createOutbound } from "./network/outbound.ts";
import type { ReportFailure } from "./report.ts";
import type { Service } from "./service.ts";
import { callApiOf } from "./voice/agent-calls/apis.ts";
import { type ExpectedCall, ExpectedCalls } from "./voice/agent-calls/expected.ts";
import { voiceRefusal } from "./voice/refusal.ts";

import { removeLeftSamples } from "./voice/samples.ts";
import { DialFailure } from "./voice/transports/transport.ts";
import { createVoice, type VoiceOptions } from "./voice/voice.ts";

export interface BenchLine {
  readonly dialect: (typeof CALL_DIALECTS)[number];
  /** How many calls at the same time. */
  readonly at_once: number;
  readonly voice: VoiceOptions;
  /** The folder of `keep`. Recordings are in it from the start. */
  readonly folder: string;
  /** The agent creates each call itself, by a request to the API of its telephone company. */
  readonly creates_calls: boolean;
  /**
   * Where a call goes. Rejects if the agent is not there, with the reason for people.
   * @param expected what an agent that creates its calls has to ask for
   */
  urlFor(simulation_result_id: number, signal: AbortSignal, expected?: ExpectedCall): Promise<string>;
}

/** Whoever writes a test file names the agent, so it may be in any network. */
const ANYWHERE = { allow_private: true, allow_loopback: true };

interface Speaking {
  readonly digital_human: Output<"CreateDigitalHuman">["digital_human"];
}

export interface OpenLine {
  /** What the service has in addition. */
  readonly parts: Pick<Service, "voice" | "blobs" | "outbound">;
  /** Whether the agent of a conversation that is over has still to be told so. */
  isTelling(simulation_result_id: number): boolean;
  /** Refuses callers without a voice before any call is made. */
  requireVoices(callers: readonly Speaking[]): Promise<void>;
  close(): Promise<void>;
}

export async function openLine(
  { voice: options, dialect, folder, creates_calls, urlFor: agentFor }: BenchLine,
  report: ReportFailure,
): Promise<OpenLine> {
  await removeLeftSamples();
  const voice = createVoice(options, (error) => report(error, "recognizing speech"));
  const outbound = createOutbound(ANYWHERE);
  const api = creates_calls ? callApiOf(dialect) : undefined;
  const expected = api && new ExpectedCalls(api);
  const urlFor = (id: number, signal: AbortSignal, awaited?: ExpectedCall) =>
    agentFor(id, signal, awaited).catch((error: Error) => {
      signal.throwIfAborted();
      throw new DialFailure("unreachable", error.message);
    });
  return {
    parts: {
      blobs: folderBlobs(join(folder, "recordings")),
      outbound: {
        ...outbound,
        async fetch() {
          throw new Error("a test fetches nothing");
        },
      },
      voice: {
        ...voice,
        ...(expected
          ? {
              expected,
              async createdCall(id, number, signal) {
                await urlFor(id, signal, expected.expect(id, number));
              },
            }
          : { urlFor }),
      },
    },
    isTelling: (id) => expected?.isTelling(id) ?? false,
    async requireVoices(callers) {
      for (const { digital_human } of callers) {
        const refusal = await voiceRefusal(voice, digital_human);
        if (refusal !== undefined) throw badRequest(`${digital_human.name} ${refusal}`);
      }
    },
    async close() {
      await voice.close();
      await outbound.close();
    },
  };
}
