/** A command line for every command that uses the service. Files that they name are in `FILES`. */

export interface CommandLine {
  readonly command: string;
  readonly argv: readonly string[];
  /**
   * Its exit code against the service as published, 0 by default; 5 for one that needs an extension.
   */
  readonly ends?: number;
  /** It says whether something passed. So it ends with 9 if that failed, and never with 0 if that is unknown. */
  readonly gate?: boolean;
  readonly stdin?: string;
  /** It runs until it is interrupted, which ends it with 0. */
  readonly endless?: boolean;
}

const line = (command: string, rest = "", more: Partial<CommandLine> = {}): CommandLine => ({
  command,
  argv: [...command.split(" "), ...(rest === "" ? [] : rest.split(" "))],
  ...more,
});

const SOON = "--max-wait 0.3 --poll 0.1";
const UUID = "00000000-0000-4000-8000-000000000007";
const extension = { ends: 5 };
/** No list in an answer whose shape is not published. */
const unreadable = { ends: 1 };
const gate = { gate: true };

const graph = { nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] };
const definition = {
  nodes: [
    { id: "start", type: "start" },
    { id: "greet", type: "single", data: { type: "exact", message: "Hello" } },
  ],
  edges: [{ source: "start", target: "greet" }],
};
const hash = (digit: string) => digit.repeat(64);

export const FILES: Readonly<Record<string, unknown>> = {
  "text.md": "Be brief.",
  "humans.json": {
    kind: "DigitalHumans",
    simulation_ids: [7],
    digital_humans: [{ name: "Refund", intent: "Wants a refund" }],
  },
  "calls.json": {
    kind: "Evaluations",
    evaluations: [
      {
        ...{ agent_id: "101", start_time_utc: "2026-11-01T12:00:00Z" },
        transcript: [{ speaker: "AGENT", utterance: "Hello", start_offset_ms: 0, end_offset_ms: 900 }],
        participants: [{ role: "AGENT" }, { role: "USER" }],
      },
    ],
  },
  "logs.json": [
    {
      ...{ call_id: "a", call_type: "web_call", start_timestamp: Date.UTC(2026, 10, 1, 12) },
      transcript_object: [
        { role: "agent", content: "Hello", words: [{ word: "Hello", start: 0.2, end: 0.9 }] },
      ],
    },
  ],
  "workflow.json": { agent_ids: [101], name: "Refunds", definition: graph },
  "scenario.json": { name: "Refunds", definition },
  "script.json": {
    kind: "Script",
    steps: [{ say: "Hello" }, { expect: { contains: "continue" } }, { end: true }],
  },
  "examples.jsonl": { transcript: [{ speaker: "AGENT", utterance: "Hello" }], expected: true },
  "policies.json": {
    kind: "Policies",
    policies: [{ sentence: "text", rule: 'fail when agent says "text"', status: "accepted" }],
  },
  "certificate.json": {
    ...{ metric: "Greeting", response_type: "pass_fail", model: "judge-1", votes: 3 },
    ...{ metric_sha256: hash("a"), question_sha256: hash("b"), labels_sha256: hash("c") },
    measured: {
      ...{ examples: 1, judged: 0, accuracy: null, f1: null, mean_absolute_error: null, flip_rate: null },
      ...{ kappa: null, classes: [], confusion: [] },
      cost: { calls: 3, prompt_tokens: null, completion_tokens: null },
    },
  },
};

const versions = (noun: "prompts" | "kb"): CommandLine[] => [
  line(`${noun} list`, "--agent 101"),
  line(`${noun} show`, "production --agent 101"),
  line(`${noun} diff`, "1 1 --agent 101"),
  line(`${noun} history`, "--agent 101"),
  line(`${noun} push`, "text.md --agent 101"),
  line(`${noun} label`, "1 beta --agent 101"),
  line(`${noun} unlabel`, "1 production --agent 101"),
  line(`${noun} promote`, "production live --yes --agent 101"),
  line(`${noun} rollback`, "production --to 1 --yes --agent 101"),
  line(`${noun} delete`, `${UUID} --yes --agent 101`),
  line(`${noun} delete-version`, "1 --yes --agent 101"),
];

const collection = (noun: string, list = ""): CommandLine[] => [
  line(`${noun} list`, list),
  line(`${noun} show`, UUID),
  line(`${noun} delete`, `${UUID} --yes`),
];

export const COMMAND_LINES: readonly CommandLine[] = [
  line("agents list"),
  line("agents show", "101"),
  line("agents find", "crm-1"),
  line("agents key", "101"),
  line("agents create", "--set name=Desk --set system_prompt=Brief --set knowledge_base=None --set goals=[]"),
  line("agents update", "101 --set name=Desk"),
  line("agents delete", "101 --yes"),
  line("folders list"),
  line("folders agents", UUID),
  line("folders create", "Tests"),
  line("folders rename", `${UUID} Other`),
  line("folders move", `101 ${UUID}`),
  line("folders delete", `${UUID} --yes`),
  line("dh list", "7"),
  line("dh show", "501"),
  // Only the guides name its operation.
  line("dh find", "Refund", extension),
  line("dh create", "--set name=Ann"),
  line("dh update", "501 --set intent=Other"),
  line("dh delete", "501 --yes"),
  line("dh plan", "-f humans.json"),
  line("dh apply", "-f humans.json --yes"),
  line("dh export", "7"),
  line("dh generate", "--agent 101 --goal Refund"),
  line("dh from-call", "c1 --name Ann", extension),
  line("pull", "agent 101", extension),
  line("push", "agent.json --yes", { ends: 2 }),
  ...collection("communities"),
  line("communities create", "Tests"),
  line("communities update", `${UUID} --title Other`),
  line("communities add", `${UUID} 501`),
  ...collection("personas", "--agent 101"),
  line("personas create", "--set name=Ann --set description=Busy --set goal=Book"),
  line("personas suggest", "--agent 101", unreadable),
  line("personas update", `${UUID} --set goal=Cancel`),
  ...collection("traits", "--agent 101"),
  line("traits create", "--set agent_id=101 --set name=vip --set data_type=BOOLEAN"),
  line("traits update", `${UUID} --set name=gold`),
  ...collection("workflows"),
  line("workflows create", "-f workflow.json"),
  line("workflows update", `${UUID} --set name=Other`),
  line("workflows duplicate", UUID),
  ...collection("scenarios"),
  line("scenarios create", "-f scenario.json"),
  line("scenarios update", `${UUID} --set name=Other`),
  line("sim list"),
  line("sim show", "7"),
  line("sim create", "--name Smoke --agent 101 --digital-human 501"),
  line("sim update", "7 --set max_concurrent=2"),
  line("sim delete", "7 --yes"),
  line("sim add", "7 501"),
  line("sim remove", "7 501"),
  line("sim start", `7 --wait ${SOON}`, gate),
  line("sim runs", "7"),
  line("sim wait", `7 --run 900 ${SOON}`, gate),
  line("sim queue", "900"),
  line("sim results", "900"),
  line("sim result", "12"),
  line("sim replay", "12", extension),
  line("sim compare", "900 900"),
  // Its conversation passed.
  line("sim shrink", "12", { ends: 2 }),
  line("sim coverage", "900", extension),
  line("sim end", "12"),
  line("sim update-result", "12 --set tags=[]"),
  line("sim reevaluate", "12"),
  line("sim delete-run", "900 --yes"),
  line("sim delete-result", "12 --yes"),
  line("call", "501 --to ws://127.0.0.1:9/ --simulation 7 --poll 0.1", extension),
  line("voice listen", "501 --listen 127.0.0.1:0 --wait 1", extension),
  line("schedules list", "", extension),
  line("schedules create", "--simulation 7 --daily 06:00"),
  line("schedules update", `${UUID} --disable`),
  line("schedules delete", `${UUID} --yes`),
  line("report", "900 --to report.html"),
  line("chat", "12 --script script.json --poll 0.1 --wait 0.3", { ends: 9 }),
  line("evaluate", `calls.json --wait ${SOON}`, gate),
  line("evaluate show", "c1"),
  line("evaluate wait", `c1 ${SOON}`, gate),
  line("evaluate list", "--agent 101"),
  line("evaluate rerun", "c1"),
  line("evaluate update", "c1 --set metadata={}"),
  line("evaluate delete", "c1 --yes"),
  line("import", "logs.json --agent 101"),
  line("watch", "--agent 101 --for 0.3 --poll 0.1"),
  line("metrics list", "--all"),
  line("metrics show", UUID),
  line("metrics create", "--name Polite --response-type pass_fail --set description=Polite"),
  line("metrics update", `${UUID} --set temperature=0.5`),
  line("metrics suggest", "--agent 101", unreadable),
  line("metrics lint", UUID, extension),
  line("metrics delete", `${UUID} --yes`),
  line("judge calibrate", `examples.jsonl --metric ${UUID}`, extension),
  line("judge marks", "Greeting", extension),
  line("judge certificates", "", extension),
  line("judge certify", "certificate.json", extension),
  line("review", "Greeting --as anna --list", extension),
  line("alerts list", "", extension),
  line("alerts create", "--name Slow --when avg_agent_latency>3"),
  line("alerts update", `${UUID} --disable`),
  line("alerts delete", `${UUID} --yes`),
  line("webhooks list", "", extension),
  line("webhooks create", "http://127.0.0.1:9/hook", extension),
  line("webhooks delete", `${UUID} --yes`, extension),
  line("webhooks deliveries", "", extension),
  line("webhooks redeliver", UUID, extension),
  line("listen", "--listen 127.0.0.1:0 --agent 101", { endless: true }),
  line("release check", `7 ${SOON}`, gate),
  line("release compare", `7 1 1 ${SOON}`),
  ...versions("prompts"),
  ...versions("kb"),
  line("prompts bisect", "--good 1 --bad 2 --digital-human 501 --agent 101", extension),
  line("policies draft", "--agent 101", extension),
  line("policies review", "policies.json --list --against 900"),
  line("policies apply", "policies.json --yes --agent 101", extension),
  line("policies list", "--agent 101", extension),
  line("policies diff", "1 2 --agent 101", extension),
  line("kb shared list", "", unreadable),
  line("kb shared show", UUID),
  line("kb shared create", "FAQs"),
  line("kb shared update", `${UUID} --name Other`),
  line("kb shared attach", `${UUID} 101`),
  line("kb shared detach", `${UUID} 101`),
  line("kb shared delete", `${UUID} --yes`),
  line("labels list", "--agent 101"),
  line("labels show", `${UUID} --agent 101`),
  line("labels create", "blue --agent 101"),
  line("labels rename", `${UUID} new --yes --agent 101`),
  line("labels delete", `${UUID} --yes --agent 101`),
  line("open", "--print", extension),
  line("api", "GET /v1/agents/101"),
  line("auth login", "--api-key-stdin", { stdin: "KEY" }),
  line("auth status"),
  line("doctor"),
];
