// The scenes of `npm run demo`. Each has one line of what to notice.
import { join } from "node:path";

const NOT_PASSED = 9;
const TEST_FILE = "scripts/demo/refunds.parley.yaml";
const WORLD_TEST_FILE = "fixtures/restaurant.parley.yaml";

/** A UUID or a conversation's number in what a command printed. */
const found = (pattern, output) => pattern.exec(output)?.[1];

const connect = (url) => ({
  args: ["agents", "update", "101", "--set", `http_webhook=${url}`],
  isQuiet: true,
});
const talk = (code) => [
  {
    args: () => ["sim", "start", "7", "--json"],
    isQuiet: true,
    learn: (output) => {
      const { simulation_run_id, simulation_result_ids } = JSON.parse(output);
      return { run_id: simulation_run_id, result_id: simulation_result_ids[0] };
    },
  },
  { args: ({ run_id }) => ["sim", "wait", "7", "--run", run_id, "--poll", "0.2"], isQuiet: true, code },
  { args: ({ result_id }) => ["sim", "result", result_id] },
];
const check = ({ home }) => join(home, "check.json");
const checked = (code) => ({
  args: (world) => ["release", "check", "7", "--prompt", "2", "--report", `json=${check(world)}`],
  code,
});
const promoted = (code) => ({
  args: (world) => [
    ...["prompts", "promote", "2", "production", "--agent", "101"],
    ...["--expect", "1", "--require-eval", check(world), "--yes"],
  ],
  code,
});

/** Makes the reviewed policies of a prompt version binding. */
const policies = (version) => ({
  args: () => [
    "policies",
    "apply",
    `fixtures/policies-${version}.yaml`,
    "--agent",
    "101",
    "--prompt",
    version,
    "--yes",
  ],
  isQuiet: true,
});

/** The call takes its real time, so it begins with the first scene. Of its output, only the result is shown. */
export const VOICE_CALL = ({ voice_url, voice_simulation_id, recording }) => [
  ...["call", "501", "--simulation", voice_simulation_id, "--to", voice_url],
  ...["--recording", recording, "--poll", "0.2"],
];

/** In simulation 7, the caller speaks at once. Here, the agent may greet first. */
export const VOICE_SIMULATION = [
  ...["sim", "create", "--name", "By voice", "--agent", "101", "--digital-human", "501"],
  ...["--json", "--query", "id"],
];

export const VOICE_RESULT = /^conversation \d/m;

/** `isQuiet`: the command is shown, its output is not. `until`: the output is shown up to there. */
export const SCENES = [
  {
    title: "An agent is tested with one file, and nothing else running",
    notice: "the first run is red, with the tool call that came too early; the mended agent is green",
    steps: [
      { args: () => ["test", TEST_FILE], code: NOT_PASSED },
      { args: () => ["test", TEST_FILE, "--", "node", "../../fixtures/agents/order-desk-lines.mjs"] },
    ],
  },
  {
    title: "An agent that reports nothing is judged by the tables that it leaves",
    notice:
      "the careless agent says that Friday is booked, and its table says Saturday; the careful agent passes",
    steps: [
      { args: () => ["test", WORLD_TEST_FILE], code: NOT_PASSED },
      { args: () => ["test", WORLD_TEST_FILE, "--", "node", "agents/restaurant.mjs"] },
    ],
  },
  {
    title: "A call that went wrong",
    notice: "the rule that failed, and in the timeline the six seconds of silence after the tool call",
    steps: [
      { args: () => ["metrics", "create", "-f", "fixtures/metric.yaml"], isQuiet: true },
      {
        args: () => [
          ...["evaluate", "--agent", "101", "--start-time", "2026-11-01T09:45:00Z", "--metric-tag", "core"],
          ...["--recording", "fixtures/recordings/slow.wav"],
          ...["--transcript", "fixtures/recordings/slow.json", "--wait"],
        ],
        learns: true,
        code: NOT_PASSED,
        learn: (output) => ({ call_id: found(/\b([0-9a-f]{8}-[0-9a-f-]{27})\b/, output) }),
      },
      { args: ({ call_id }) => ["evaluate", "show", call_id], until: /^RECORDING$/m },
    ],
  },
  {
    title: "A simulated caller catches an agent at it",
    notice:
      "the agent books before the caller has agreed; a sentence of its prompt, accepted as a policy, forbids that",
    isReported: true,
    steps: [policies("1"), ({ hasty_url }) => connect(hasty_url), ...talk(NOT_PASSED)],
  },
  {
    title: "The agent is mended, and the same caller is satisfied",
    notice: "the agent now asks first, and each verdict names the words that it rests on",
    steps: [({ agent_url }) => connect(agent_url), ...talk(0)],
  },
  {
    title: "A release is refused, and another is promoted on evidence",
    notice:
      "the label `production` moves only with a report that the version passed, by an agent that confirmed it ran it",
    steps: [
      policies("2"),
      ({ hasty_url }) => connect(hasty_url),
      checked(NOT_PASSED),
      promoted(NOT_PASSED),
      ({ agent_url }) => connect(agent_url),
      checked(0),
      promoted(0),
    ],
  },
  {
    title: "A caller with a voice",
    notice: "who spoke when, and how long the agent took each time; the recording is named below",
    steps: [{ isVoiceCall: true }],
  },
  {
    title: "The report of the caught agent, in a file that needs no server",
    notice: "each verdict in it leads to the moment that it rests on",
    steps: [{ args: ({ caught_id, report }) => ["report", caught_id, "--to", report] }],
  },
];
