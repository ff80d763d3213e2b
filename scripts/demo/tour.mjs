// `npm run demo -- --all`: a tour of the commands after the seven scenes.
const REFUSED = 3;
const NOT_PASSED = 9;

export const TOUR = [
  {
    title: "The agents of the organization",
    args: () => ["agents", "list"],
  },
  {
    title: "The metrics that calls are judged by",
    args: () => ["metrics", "list"],
  },
  {
    title: "Create a digital human, a simulated caller, from a YAML file",
    args: () => ["dh", "create", "-f", "fixtures/digital-human.yaml"],
  },
  {
    title: "Keep many of them as code: create what a manifest has and the service has not",
    args: () => ["dh", "apply", "-f", "fixtures/digital-humans.yaml", "--yes"],
  },
  {
    title: "They belong to the simulation now",
    args: () => ["dh", "list", "7"],
  },
  {
    title: "Submit a finished call, a stereo recording and its transcript, and wait for its verdicts",
    args: () => [
      ...["evaluate", "--agent", "101", "--start-time", "2026-11-01T09:00:00Z"],
      ...["--recording", "fixtures/recordings/booking.wav"],
      ...["--transcript", "fixtures/recordings/booking.json"],
      ...["--metric-tag", "core", "--metadata", "ticket=FD-201", "--wait"],
    ],
  },
  {
    title: "Submit many at once, from a manifest; the same command again sends nothing twice",
    args: () => ["evaluate", "fixtures/evaluations.yaml", "--json", "--query", "items[].id"],
    learn: (stdout) => ({ call_id: JSON.parse(stdout)[0] }),
  },
  {
    title: "The first of them: verdicts with their evidence, who spoke when, what was measured",
    args: ({ call_id }) => ["evaluate", "show", call_id],
  },
  {
    title: "Connect an agent under test: fixtures/agents/booking-agent.mjs waits there",
    args: ({ agent_url }) => ["agents", "update", "101", "--set", `http_webhook=${agent_url}`],
  },
  {
    title: "Generate one that probes a rule of the agent's own prompt; no model is needed",
    args: () => ["dh", "generate", "--agent", "101", "--probe", "1", "--simulation", "7"],
  },
  {
    title: "Start a text run: a conversation with each digital human of the simulation, side by side",
    args: () => ["sim", "start", "7", "--json"],
    learn: (stdout) => JSON.parse(stdout),
  },
  {
    title: "The gate: not every conversation ends well, so it ends with exit code 9",
    args: ({ simulation_run_id }) => ["sim", "wait", "7", "--run", simulation_run_id, "--poll", "1"],
    code: NOT_PASSED,
  },
  {
    title: "What came of each conversation, and why",
    args: ({ simulation_run_id }) => [
      ...["sim", "results", simulation_run_id],
      ...["--fields", "id,digital_human_id,end_reason,outcome,outcome_reason"],
    ],
  },
  {
    title: "What was said in the first, with the agent's tool calls",
    args: ({ simulation_result_ids: [id] }) => ["sim", "result", id],
  },
  {
    title: "The one that was generated wants another time than the agent has, so it is inconclusive",
    args: ({ simulation_result_ids }) => ["sim", "result", simulation_result_ids.at(-1)],
  },
  {
    title: "A digital human calls an agent with a voice: fixtures/agents/voice-agent.mjs",
    args: ({ voice_url }) => ["call", "501", "--simulation", "7", "--to", voice_url, "--poll", "0.2"],
  },
  {
    title: "Push a new version of the knowledge base",
    args: () => ["kb", "push", "fixtures/knowledge-base.md", "--agent", "101", "-m", "Open on Saturdays"],
  },
  {
    title: "Release a prompt: move the label `production` to version 2, only if it is on version 1",
    args: () => ["prompts", "promote", "2", "production", "--agent", "101", "--expect", "1", "--yes"],
  },
  {
    title: "The label has moved",
    args: () => ["prompts", "show", "production", "--agent", "101", "--json", "--query", "version"],
    learn: (stdout) => {
      if (stdout.trim() !== "2") throw new Error(`production is on version ${stdout.trim()}, not on 2`);
    },
  },
  {
    title: "What the service refuses is an error with a reason, and exit code 3",
    args: () => ["kb", "delete-version", "1", "--agent", "101", "--yes"],
    code: REFUSED,
  },
];
