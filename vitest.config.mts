import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { texts } from "./scripts/texts.mjs";

/** They put another module in place of one that they import, which no other file may see. */
const MOCKING = [
  "src/client/secrets.test.ts",
  "test/fuzz/patterns.test.ts",
  "test/store/statements.test.ts",
  "test/store/turn.test.ts",
];

/** Minutes of load, kills by the dozen, the network at its worst, whole demos: `npm run test:long`. */
const LONG = [
  "src/contract/accepts.test.ts",
  "test/admin/hostile-import.test.ts",
  "test/admin/retention.test.ts",
  "test/bulk/faults.property.test.ts",
  "test/bulk/kill-evaluate.test.ts",
  "test/bulk/kill.test.ts",
  "test/bulk/memory.test.ts",
  "test/bulk/restarts.test.ts",
  "test/chaos/binary.test.ts",
  "test/chaos/commands.test.ts",
  "test/demo.test.ts",
  "test/evaluation/huge-recording.test.ts",
  "test/evaluation/large.test.ts",
  "test/examples/recipes.test.ts",
  "test/fuzz/readers.test.ts",
  "test/hardening/disk.test.ts",
  "test/hardening/slow-readers.test.ts",
  "test/hardening/slow-senders.test.ts",
  "test/hardening/stopping.test.ts",
  "test/hardening/strange-files.test.ts",
  "test/interop/three-services.test.ts",
  "test/mcp/conformance.test.ts",
  "test/mcp/skills.test.ts",
  "test/promises/pages.test.ts",
  "test/simulation/kill.test.ts",
  "test/simulation/many.test.ts",
  "test/testing/installed-frameworks.test.ts",
  "test/testing/many-kills.test.ts",
  "test/testing/shrink-mutants.test.ts",
];

/** Calls in real time. Whoever hears or answers late has another conversation, so few run at once. */
const REAL_TIME = [
  "test/testing/calls.test.ts",
  "test/testing/dial-twilio.test.ts",
  "test/testing/elevenlabs-voice.test.ts",
  "test/testing/line-kills.test.ts",
  "test/testing/livekit-examples.test.ts",
  "test/testing/livekit-scenarios.test.ts",
  "test/testing/livekit-voice.test.ts",
  "test/testing/machines-voice.test.ts",
  "test/testing/pipecat-voice.test.ts",
  "test/testing/realtime-voice.test.ts",
  "test/testing/silent-agent.test.ts",
  "test/voice/call.test.ts",
  "test/voice/carrier-clients.test.ts",
  "test/voice/command-voice.test.ts",
  "test/voice/conversations.test.ts",
  "test/voice/ends.test.ts",
  "test/voice/interrupting.test.ts",
  "test/voice/kill.test.ts",
  "test/voice/late-greeting.test.ts",
  "test/voice/listen.test.ts",
  "test/voice/livekit-call.test.ts",
  "test/voice/shrink.test.ts",
  "test/voice/tools.test.ts",
  "test/voice/transcription.test.ts",
  "test/voice/twilio-client.test.ts",
  "test/voice/twilio-fixture.test.ts",
  "test/voice/unknown-words.test.ts",
];

/** They hold times to their bounds, so nothing else runs beside them. `npm run test:long` ends with them. */
const TIMED = [
  "test/bulk/import-time.test.ts",
  "test/fuzz/fuzz.test.ts",
  "test/hardening/held-texts.test.ts",
  "test/hardening/held.test.ts",
  "test/hardening/large-exports.test.ts",
  "test/hardening/large-requests.test.ts",
  "test/mcp/large-calls.test.ts",
  "test/release/installs.test.ts",
  "test/hardening/soak.test.ts",
  "test/testing/cold-start.test.ts",
  "test/voice/floods.test.ts",
  "test/voice/hostile-lines.test.ts",
  "test/voice/lines.test.ts",
];

/** The service's tests, which a PostgreSQL server repeats: `npm run test:postgres`. */
const OVER_POSTGRES = [
  "test/{admin,alerts,conformance,evaluation,jobs,postgres,simulation,store,webhooks}/*.test.ts",
  "test/voice/{carriers,interruptions}.test.ts",
  "test/world/{service,voice}.test.ts",
];
/** They hold many conversations, and store as others do. */
const ELSEWHERE = [
  "test/evaluation/judged-apart.test.ts",
  "test/simulation/matrix.test.ts",
  "test/simulation/prompts-bisect.test.ts",
];
const is_over_postgres = process.env["PARLEY_TEST_DATABASE_URL"] !== undefined;

/** In Debian's Chromium: `npm run test:browser`. */
const BROWSER = "test/browser/*.test.ts";

interface ProjectOptions {
  exclude?: string[];
  isolate?: boolean;
  /** What `--maxWorkers` says does not reach a project. */
  maxWorkers?: number;
  maxConcurrency?: number;
  sequence?: { groupOrder: number };
}

/** Six calls at once keep two processors half busy. */
const FEW_CALLS: ProjectOptions = { maxWorkers: 2, maxConcurrency: 3, sequence: { groupOrder: 1 } };

/** One file at a time, after everything else. */
const ALONE: ProjectOptions = { maxWorkers: 1, sequence: { groupOrder: 2 } };

const project = (name: string, include: string[], more: ProjectOptions = {}) => ({
  extends: true as const,
  test: { name, include, isolate: false, ...more },
});

export default defineConfig({
  plugins: [texts()],
  test: {
    // Tests spawn the built program and wait for real sockets; a loaded machine may be slow, never wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ["test/support/seed.ts"],
    // What a terminal or a developer's machine has set must not change what a test sees.
    env: { NO_COLOR: "", FORCE_COLOR: "" },
    // Most tests wait for a process or a socket more than they compute.
    maxWorkers: availableParallelism() + 1,
    // A line for each file, also where there is no terminal.
    reporters: ["default"],
    slowTestThreshold: 10_000,
    // To start again with modules that have not changed takes half the time.
    experimental: { fsModuleCache: true },
    // Files share the modules that they load: loading them again for each takes longer than the tests.
    projects: [
      project("parley", is_over_postgres ? OVER_POSTGRES : ["{src,scripts,test}/**/*.test.ts"], {
        exclude: [
          ...MOCKING,
          ...LONG,
          ...REAL_TIME,
          ...TIMED,
          BROWSER,
          ...(is_over_postgres ? ELSEWHERE : []),
        ],
      }),
      project(
        "mocking",
        MOCKING.filter((file) => !is_over_postgres || file.startsWith("test/store/")),
        {
          isolate: true,
        },
      ),
      project("long", LONG),
      project("realtime", REAL_TIME, FEW_CALLS),
      project("timed", TIMED, ALONE),
      project("browser", [BROWSER], { maxWorkers: 2, sequence: { groupOrder: 3 } }),
    ],
  },
});
