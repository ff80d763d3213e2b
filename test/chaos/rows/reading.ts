/** Commands that change nothing, in an organization that does not change. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Row, reads, type World } from "../row.ts";

const words =
  (text: string): Row["argv"] =>
  () =>
    text.split(" ");

function file({ folder }: World, name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

const manifest = {
  kind: "DigitalHumans",
  simulation_ids: [7],
  digital_humans: [{ name: "Refund", intent: "Wants a refund" }, { name: "New" }],
};

export const reading: readonly Row[] = [
  reads("report", ({ things: { run_id, call_id } }) => [
    "report",
    ...[String(run_id), call_id, "--to", "report.html", "--json"],
  ]),
  reads("agents list", words("agents list")),
  reads("pull", () => ["pull", "agent", "101"]),
  reads("agents show", words("agents show 101 --json")),
  reads("metrics list", words("metrics list --all --page-size 1"), { by_pages: true }),
  reads("metrics show", ({ things }) => ["metrics", "show", things.metric_id]),
  reads("metrics lint", ({ things }) => ["metrics", "lint", things.metric_id]),
  reads("judge calibrate", (world) => {
    const example = { transcript: [{ speaker: "AGENT", utterance: "Hello" }], expected: true };
    const { metric_id } = world.things;
    return ["judge", "calibrate", file(world, "examples.jsonl", example), "--metric", metric_id, "--json"];
  }),
  reads("judge certificates", words("judge certificates")),
  reads("judge marks", words("judge marks Greeting --json")),
  reads("review", words("review Greeting --as anna --list --json")),
  reads("dh list", words("dh list 7")),
  reads("dh show", words("dh show 501")),
  reads("dh find", words("dh find unknown"), { ends: 5 }),
  reads("dh export", words("dh export 7")),
  reads("dh plan", (world) => ["dh", "plan", "-f", file(world, "humans.json", manifest), "--json"]),
  reads("alerts list", words("alerts list")),
  reads("schedules list", words("schedules list")),
  reads("sim list", words("sim list")),
  reads("sim show", words("sim show 7")),
  reads("sim queue", ({ things }) => ["sim", "queue", String(things.run_id)]),
  reads("sim runs", words("sim runs 7 --json")),
  reads("sim wait", words("sim wait 7 --run 900 --min-pass-rate 0.5 --max-wait 2 --poll 0.2"), {
    waits_ms: 2000,
  }),
  reads("sim results", ({ things }) => ["sim", "results", String(things.run_id)]),
  reads("sim result", ({ things }) => ["sim", "result", things.result_id]),
  reads("sim coverage", ({ things }) => ["sim", "coverage", String(things.run_id), "--json"]),
  // Its conversation did not fail, so it only reads.
  reads("sim shrink", ({ things }) => ["sim", "shrink", things.result_id], { ends: 2, may_end: [2] }),
  reads("sim compare", ({ things: { run_id } }) => ["sim", "compare", String(run_id), String(run_id)]),
  reads("sim replay", ({ things }) => ["sim", "replay", things.result_id]),
  ...["prompts", "kb"].flatMap((noun) => [
    reads(`${noun} list`, words(`${noun} list --agent 101`)),
    reads(`${noun} show`, words(`${noun} show production --agent 101`)),
    reads(`${noun} diff`, words(`${noun} diff 1 2 --agent 101`)),
    reads(`${noun} history`, words(`${noun} history --agent 101 --json`)),
  ]),
  // A repair has no version that broke it, so it only reads.
  reads("prompts bisect", words("prompts bisect --good 2 --bad 1 --digital-human 501 --agent 101"), {
    ends: 2,
    may_end: [2],
  }),
  reads("policies draft", words("policies draft --agent 101 --json")),
  reads("policies list", words("policies list --agent 101 --json")),
  reads("policies diff", words("policies diff 1 2 --agent 101 --json")),
  reads("policies review", (world) => {
    const policies = [
      { sentence: "Be brief.", rule: 'fail when agent says "sure thing"', status: "proposed" },
    ];
    const name = file(world, "policies.json", { kind: "Policies", policies });
    return ["policies", "review", name, "--list", "--against", String(world.things.run_id), "--json"];
  }),
  reads("labels list", words("labels list --agent 101")),
  reads("evaluate show", ({ things }) => ["evaluate", "show", things.call_id, "--json"]),
  reads(
    "evaluate wait",
    ({ things }) => ["evaluate", "wait", things.call_id, "--allow-unevaluated", "--max-wait", "2"],
    {
      waits_ms: 2000,
    },
  ),
  reads("evaluate list", words("evaluate list --agent 101 --json")),
  reads("webhooks list", words("webhooks list")),
  reads("webhooks deliveries", words("webhooks deliveries --json")),
  reads("api", words("api GET /v1/agents/101/labels")),
  // They print the service's address, and how many milliseconds it took.
  { command: "auth status", argv: words("auth status --json") },
  { command: "doctor", argv: words("doctor --json") },
];
