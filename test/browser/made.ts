/** Reports with as many conversations as a test needs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll } from "vitest";
import { PER_PART, reportPage } from "../../src/cli/commands/report/page.ts";
import { resultRow, resultTalk } from "../../src/results/conversations.ts";
import { refOf } from "../../src/results/report.ts";

const LINES = [
  "Hello, I would like to move my appointment to next week, please.",
  "Clinic front desk. Which day would suit you best?",
  "Tuesday morning, or Wednesday if that is not possible.",
  "On Tuesday there is a slot at ten past nine with Dr. Osei. Shall I book it?",
  "Yes, that works for me. Thank you very much.",
  "Your appointment is booked for Tuesday at ten past nine. Anything else?",
];

/** A conversation in the form that commands read. */
export function conversation(id: number, fields: object = {}) {
  const isBad = id % 4 === 0;
  return {
    id: String(id),
    simulation_run_id: 900,
    simulation_id: 7,
    agent_id: 101,
    digital_human_id: id,
    repetition: 1,
    status: "COMPLETED",
    started_at: "2026-11-01T09:00:00.000Z",
    end_reason: isBad ? "agent_ended" : "goal_reached",
    outcome: isBad ? "failed" : "passed",
    outcome_reason: isBad ? "Patience (fail when agent_repetition > 0.4 → condition met)" : "Goal; Greeting",
    criteria: isBad ? { failed: ["Patience"], unevaluated: [], error: [], held: ["Greeting"] } : null,
    transcript: Array.from({ length: 14 }, (_, at) => ({
      role: at % 2 === 0 ? "USER" : "AGENT",
      message: `${LINES[(at + id) % LINES.length]} (${id}.${at})`,
      message_id: `${id}.${at}`,
      start_offset_ms: at * 2100 + (id % 90),
    })),
    tool_calls: [
      {
        name: "find_slot",
        parameters: { day: "Tuesday", patient: id },
        output: { slots: ["09:10"] },
        start_offset_ms: 6200,
      },
    ],
    evaluation: {
      verdicts: [
        {
          name: "Patience",
          metric_id: "5f0c2a1e-7f1b-4d0c-9a64-0d6b7e2f1a01",
          response_type: "pass_fail",
          status: "EVALUATED",
          value: !isBad,
          method: "rule",
          clauses: [
            {
              line: 2,
              text: "fail when agent_repetition > 0.4",
              outcome: isBad,
              decided: true,
              evidence: [
                { kind: "turn", turn: 6, speaker: "AGENT", quote: "Shall I book it?", matched: true },
              ],
            },
          ],
        },
        ...["Greeting", "No advice", "Says goodbye"].map((name) => ({
          name,
          response_type: "pass_fail",
          status: "EVALUATED",
          value: true,
          clauses: [
            { line: 2, text: `pass when agent says /${name}/`, outcome: true, decided: true, evidence: [] },
          ],
        })),
      ],
      metrics: ["turn_count", "agent_repetition", "call_duration"].map((name) => ({
        id: name,
        status: "EVALUATED",
        value: id % 17,
        unit: "count",
        n: 3,
        evidence: [],
      })),
    },
    ...fields,
  };
}

const nameOf = (id: unknown) => `Caller ${String(id)}`;

/** Writes reports, which are removed after the test file. Returns their `file:` addresses. */
export function useReports() {
  const folder = mkdtempSync(join(tmpdir(), "parley-report-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let made = 0;
  return (results: readonly ReturnType<typeof conversation>[]) => {
    const talks = results.map((result) => resultTalk(result, nameOf));
    const page = reportPage(
      {
        made_at: "2026-11-01T10:00:00.000Z",
        version: "0.1.0",
        overview: {
          title: "Run 900",
          facts: [["Simulation", "7"]],
          judgement: { passed: false, reason: "some failed", required: 0.9 },
          rows: results.map((result) => resultRow(result, nameOf)),
          noun: "conversations",
          command: "parley sim wait 7",
        },
        compared: null,
        per_part: PER_PART,
        places: Object.fromEntries(talks.map((talk, at) => [refOf(talk), at])),
      },
      talks,
    );
    const file = join(folder, `report-${made++}.html`);
    writeFileSync(file, page);
    return { url: pathToFileURL(file).href, bytes: Buffer.byteLength(page) };
  };
}
