import {
  CLOCK_DRIFT_DEFINITION,
  CONTRADICTION_DEFINITIONS,
  DEFECT_DEFINITIONS,
  LEVEL_DEFINITIONS,
} from "./audio/audio-definitions.ts";
import { SOUND_SIDES } from "./audio/audio-metrics.ts";
import { MIN_EVENTS } from "./builtin-metric.ts";
import { OUTCOMES } from "./heard/heard-fact.ts";
import { MIN_EVENTS_P95 } from "./timing/latency-metrics.ts";
import { START_WINDOW_MS, STOP_WINDOW_MS, YIELD_WINDOW_MS } from "./timing/tau-voice.ts";

/** How a metric is computed and what it needs. docs/metrics.md explains the terms of the formulas. */
export interface Definition {
  formula: string;
  /** What `n` counts, and how many observations the value needs. */
  support: string;
  /** The parts of a submission that the metric uses. */
  reads: readonly string[];
}

const TIMES = "offsets of the transcript, or the speech found in a multichannel recording";
const BACKCHANNELS = "filler_utterance of the user";
const EFFECT_TAGS = ["backchannel", "vocal_tic", "non_directed"].map((tag) => `event tag ${tag}`);
const FLOOR = [TIMES, BACKCHANNELS, ...EFFECT_TAGS];
const TOOLS = "tool_calls";
const EXPECTED = [TOOLS, "expected_tool_calls of the digital human"];
const EFFECTS_OF_TOOLS = ["metadata effectful_tools", "metadata read_only_tools"];
const SAID = ["transcript: speaker, utterance"];

const few = (what: string, needs = MIN_EVENTS) => `${what}; low below ${needs}`;

const ofTime = (formula: string, support: string): Definition => ({ formula, support, reads: [TIMES] });
const ofFloor = (formula: string, support: string): Definition => ({ formula, support, reads: FLOOR });
const ofWords = (formula: string, support: string, ...more: string[]): Definition => ({
  formula,
  support,
  reads: [...SAID, ...more],
});
const ofTools = (formula: string): Definition => ({ formula, support: "calls", reads: [TOOLS] });
const ofFacts = (formula: string, support: string): Definition => ({
  formula,
  support,
  reads: [...SAID, TOOLS, "facts of the digital human, or metadata facts", "world"],
});
const ofExpected = (formula: string, ...more: string[]): Definition => ({
  formula,
  support: "expected calls",
  reads: [...EXPECTED, ...more],
});

function ofBothSides(id: string, define: (side: "agent" | "user") => Definition): [string, Definition][] {
  return [
    [`${id}.agent`, define("agent")],
    [`${id}.user`, define("user")],
  ];
}

const responseLatency = (value: string, needs = MIN_EVENTS) =>
  ofFloor(`${value}(A.start − U.end) over answered turns`, few("answered turns", needs));

const splitLatency = (condition: string): Definition => ({
  formula: `mean(A.start − U.end) over answered turns with ${condition} tool call in [U.end, A.start]`,
  support: few("such turns"),
  reads: [...FLOOR, `${TOOLS}: start_offset_ms`],
});

const selectivity = (tag: string): Definition => ({
  formula:
    `1 − errors / scored ${tag}; error: A ends < ${STOP_WINDOW_MS} ms after its start (≤ outside speech), ` +
    `or starts ≤ ${START_WINDOW_MS} ms after its end`,
  support: few("scored effects"),
  reads: FLOOR,
});

const ignored = (tag: string): Definition => ({
  formula:
    `1 − errors / ${tag} during A or outside D; error: A ends < ${STOP_WINDOW_MS} ms after its start, ` +
    `or starts ≤ ${START_WINDOW_MS} ms after its end`,
  support: few("effects"),
  reads: FLOOR,
});

/** The definition of every built-in metric, by id. A test compares the ids with the catalogue. */
export const definitions: ReadonlyMap<string, Definition> = new Map([
  ["agent.response_latency.mean", responseLatency("mean")],
  ["agent.response_latency.p50", responseLatency("p50")],
  ["agent.response_latency.p90", responseLatency("p90")],
  ["agent.response_latency.p95", responseLatency("p95", MIN_EVENTS_P95)],
  ["agent.response_latency.max", ofFloor("max(A.start − U.end) over answered turns", "answered turns")],
  ["agent.response_latency.with_tool.mean", splitLatency("a")],
  ["agent.response_latency.without_tool.mean", splitLatency("no")],
  [
    "tool_call_after_user_end.mean",
    {
      formula: "mean(tool call − last user end before it)",
      support: few("tool calls after speech of the user"),
      reads: [TIMES, `${TOOLS}: start_offset_ms`],
    },
  ],
  ["agent.response_rate", ofFloor("answered / (answered + unanswered) turns", few("turns that count"))],
  ["agent.answer_latency.mean", ofFloor("mean(A.start − D.end) over answered D", few("answered D"))],
  ["agent.answer_rate", ofFloor("answered / (answered + unanswered) D", few("D that count"))],
  [
    "unanswered_final_user_turn",
    ofFloor("1 if nobody speaks after the last D, and the agent not at its end; else 0", "D"),
  ],
  ["time_to_first_agent_speech", ofTime("first A.start", "1")],
  ["agent.greeting_after_user", ofTime("first A.start − first user end, if the user starts first", "1")],
  ["call_duration", ofTime("last end of speech, else metadata.source.duration_ms", "segments of both sides")],
  ...ofBothSides("talk_time", (side) =>
    ofTime(`Σ length of the ${side}'s segments`, `segments of the ${side}`),
  ),
  ...ofBothSides("talk_share", (side) =>
    ofTime(`100 · talk_time.${side} / call_duration`, `segments of the ${side}`),
  ),
  ...ofBothSides("talk_share_of_speech", (side) =>
    ofTime(`100 · talk_time.${side} / (talk_time.agent + talk_time.user)`, `segments of the ${side}`),
  ),
  ["talk_ratio", ofTime("talk_time.agent / talk_time.user", "segments of both sides")],
  ...ofBothSides("longest_monologue", (side) =>
    ofTime(`max(last end − first start) over runs of entries of the ${side}`, `runs of the ${side}`),
  ),
  ["overlap_ms", ofTime("|agent's speech ∩ user's speech|", "overlaps")],
  [
    "interruptions.by_user",
    ofFloor("user segments without effect that start during A", "segments of the user"),
  ],
  ["interruptions.by_agent", ofFloor("A that start during a user segment", "segments of the agent")],
  [
    "agent_interruption_rate",
    ofFloor("interruptions.by_agent / (answered + unanswered turns)", few("turns that count")),
  ],
  [
    "agent_interruptions_per_minute",
    ofFloor("interruptions.by_agent / call_duration in minutes", "interruptions"),
  ],
  [
    "yield_rate",
    ofFloor(
      `interruptions after which A ends < ${YIELD_WINDOW_MS} ms later / interruptions.by_user`,
      few("interruptions by the user"),
    ),
  ],
  [
    "yield_latency.mean",
    ofFloor(
      `mean(A.end − interruption start) where below ${YIELD_WINDOW_MS} ms`,
      few("interruptions that the agent yields to"),
    ),
  ],
  [
    "selectivity.backchannel",
    {
      formula: `1 − errors / backchannels that start during A; error: A ends < ${STOP_WINDOW_MS} ms after the start`,
      support: few("backchannels during the agent's speech"),
      reads: FLOOR,
    },
  ],
  ["selectivity.vocal_tic", selectivity("vocal_tic")],
  ["selectivity.non_directed", selectivity("non_directed")],
  ["ignored.vocal_tic", ignored("vocal_tic")],
  ["ignored.non_directed", ignored("non_directed")],
  ["longest_silence", ofTime("max length of the silences; 0 without one", "silences")],
  ["silence_total", ofTime("Σ length of the silences", "silences")],
  ["silence_ratio", ofTime("silence_total / (last end − first start of speech)", "silences")],
  ["silences_over", ofTime("silences longer than the threshold", "silences")],
  ["leading_silence", ofTime("first start of speech", "1")],
  ...SOUND_SIDES.flatMap((side) =>
    Object.entries(CONTRADICTION_DEFINITIONS).map(([id, { formula }]): [string, Definition] => [
      `${side}.audio.${id}`,
      { formula, support: "places", reads: ["multichannel recording", TIMES] },
    ]),
  ),
  ...SOUND_SIDES.map((side): [string, Definition] => [
    `${side}.audio.clock_drift`,
    {
      formula: CLOCK_DRIFT_DEFINITION.formula,
      support: CLOCK_DRIFT_DEFINITION.support,
      reads: ["multichannel recording", TIMES],
    },
  ]),
  ...SOUND_SIDES.flatMap((side) =>
    Object.entries({ ...DEFECT_DEFINITIONS, ...LEVEL_DEFINITIONS }).map(
      ([id, { formula }]): [string, Definition] => [
        `${side}.audio.${id}`,
        { formula, support: id in DEFECT_DEFINITIONS ? "places" : "1", reads: ["multichannel recording"] },
      ],
    ),
  ),
  ["turn_count", ofWords("runs of entries of one side", "runs")],
  ["exchanges", ofWords("runs of the user that are followed by one of the agent", "runs")],
  ...ofBothSides("words_per_minute", (side) =>
    ofWords(`words of the ${side} / talk_time.${side} in minutes`, `words of the ${side}`, TIMES),
  ),
  ["words_per_message.mean", ofWords("words of the agent / its runs", "runs of the agent")],
  ["words_per_message.max", ofWords("max words in a run of the agent", "runs of the agent")],
  [
    "filler_utterances",
    { formula: "entries flagged true", support: "entries that carry the flag", reads: ["filler_utterance"] },
  ],
  ...ofBothSides("filler_rate", (side) =>
    ofWords(`100 · hesitations / words of the ${side}; a lower bound`, "words", "metadata language"),
  ),
  ["agent_repetition", ofWords("similar runs / compared runs of the agent", "compared runs")],
  ["agent_repetition.exact", ofWords("runs of the agent that repeat an earlier one", "compared runs")],
  ["ended_by", { formula: "as submitted", support: "1", reads: ["conversation_ended_by"] }],
  [
    "end_reason",
    {
      formula: "named by an event, else by conversation_ended_by, else by an unanswered last turn",
      support: "1",
      reads: ["title and tags of events", "conversation_ended_by", ...FLOOR],
    },
  ],
  ["tool_calls.names", ofTools("names in order")],
  ["tool_calls.count", ofTools("calls")],
  ["tool_calls.failed", ofTools("calls with an output shaped as an error")],
  ["tool_calls.duplicates", ofTools("calls equal to an earlier one")],
  ["tool_calls.match_rate", ofExpected("matched / expected calls")],
  ["tool_calls.wrong_args", ofExpected("expected calls made with other parameters")],
  ["tool_calls.wrong_output", ofExpected("expected calls with another output")],
  ["tool_calls.missing", ofExpected("expected calls that were not made")],
  ["tool_calls.extra", ofExpected("calls that were not expected")],
  [
    "tool_calls.extra_effectful",
    ofExpected("unexpected calls that change something and did not fail", ...EFFECTS_OF_TOOLS),
  ],
  ["tool_calls.order_violations", ofExpected("matched calls − longest run of them in the expected order")],
  [
    "tool_calls.effectful_agreement",
    {
      ...ofExpected("1 if the changing calls are just the expected ones; else 0", ...EFFECTS_OF_TOOLS),
      support: "calls that change something, made or expected",
    },
  ],
  ["tool_calls.outcome", ofExpected("what became of each call", ...EFFECTS_OF_TOOLS)],
  ["entities.heard", ofFacts("each fact that the caller said or that came back, with its outcome", "facts")],
  ...OUTCOMES.map((outcome): [string, Definition] => [
    `entities.${outcome}`,
    ofFacts(`facts whose outcome is ${outcome}`, "facts"),
  ]),
  ["entities.accuracy", ofFacts("right / (right + wrong)", "facts that are right or wrong")],
  ...(
    [
      ["wer", "(S + D + I) / N"],
      ["mer", "(S + D + I) / (H + S + D + I)"],
      ["wil", "1 − (H / N) · (H / P)"],
    ] as const
  ).map(([id, formula]): [string, Definition] => [
    id,
    ofWords(formula, "words of the reference", "metadata reference_transcript"),
  ]),
]);
