/** Calls with the voice of a program, as `PARLEY_TTS_COMMAND` sets it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { useService } from "../support/service.ts";
import { BOOKER, sendPaced, soundBytes, useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const ESPEAK = "espeak-ng --stdin --stdout -v {voice} -s {wpm}";
const agents = useVoiceAgents();

/** Answers the caller's first words, and hangs up. */
const listener = () =>
  agents.serve((socket) => {
    socket.on("message", async (data, isBinary) => {
      if (isBinary || JSON.parse(String(data)).type !== "speech.completed") return;
      socket.send(JSON.stringify({ type: "speech.started", data: { text: "Thank you. Goodbye." } }));
      await sendPaced(socket, soundBytes(800));
      socket.close(1000);
    });
  });

describe("espeak-ng", () => {
  const { acme } = useService(undefined, () => ({ voice: { speech: { command: ESPEAK } } }));
  const { call } = useVoiceCalls(acme);

  test.concurrent("speaks for a caller that lets the agent speak first", async () => {
    const result = await call(await agents.fixture(), { speaks_first_config: { speaks_first: false } });
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", outcome: "passed" });
  });

  test.concurrent.each([
    "My order is 5 1 0 5, 1 0 5 1, 0 5 1 0. And my number is two one two, five five five, zero one eight seven.",
    "4 - 4 - 7 - 1",
    "5. 1. 0. 5.",
  ])("speaks first, and says numbers digit by digit: %s", async (message) => {
    const fields = { speaks_first_config: { speaks_first: true, message }, voice_speed: "slowest" as const };
    const { call: made, end_reason } = await call(await listener(), fields);
    expect(made.timeline).toMatchObject([{ speaker: "USER", text: message }, { speaker: "AGENT" }]);
    expect(end_reason).toBe("hung_up_by_agent");
  });

  test.concurrent("is not asked for what has no words: keys on a line without keys", async () => {
    const scripted_responses = [{ match_phrase: "day", response_value: "#", response_type: "dtmf" }];
    const result = await call(await agents.fixture(), { scripted_responses });
    expect(result.end_reason).not.toBe("internal_error");
    expect(result.call.timeline.length).toBeGreaterThan(2);
  });
});

describe("a program that fails in the middle", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-voice-"));
  const program = join(folder, "voice.sh");
  writeFileSync(
    program,
    "#!/bin/sh\ntext=$(cat)\ncase $text in *check-up*) echo 'out of breath' >&2; exit 3;; esac\nprintf %s \"$text\" | espeak-ng --stdin --stdout\n",
  );
  chmodSync(program, 0o755);
  afterAll(() => rmSync(folder, { recursive: true }));
  const { acme } = useService(undefined, () => ({
    voice: { speech: { command: program } },
    report: () => undefined,
  }));
  const { call } = useVoiceCalls(acme);

  test("is named as the reason, not the process that made the call", async () => {
    const fields = { ...BOOKER, speaks_first_config: { speaks_first: true } };
    const { end_reason, outcome, outcome_reason } = await call(await listener(), fields);
    expect({ end_reason, outcome }).toEqual({ end_reason: "internal_error", outcome: "incompleted" });
    expect(outcome_reason).toContain("ended with exit code 3: out of breath");
  }, 60_000);
});
