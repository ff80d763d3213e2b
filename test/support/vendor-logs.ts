/** A conversation in the log format of each platform: their published types, with our own values. */
import fc from "fast-check";

export interface Spoken {
  readonly side: "AGENT" | "USER";
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

export interface Used {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
  readonly at_ms: number;
}

export interface Conversation {
  readonly id: string;
  readonly agent_id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly turns: readonly Spoken[];
  readonly tools: readonly Used[];
}

const seconds = (ms: number) => ms / 1000;
const inOrder = ({ turns, tools }: Conversation) =>
  [
    ...turns.map((turn) => ({ at: turn.start_ms, turn, tool: undefined })),
    ...tools.map((tool) => ({ at: tool.at_ms, turn: undefined, tool })),
  ].sort((a, b) => a.at - b.at);

/** How long the agent took to answer, each time after the user spoke. */
export const responses = ({ turns }: Conversation): number[] =>
  turns.flatMap((turn, index) => {
    const before = turns[index - 1];
    return turn.side === "AGENT" && before?.side === "USER" ? [turn.start_ms - before.end_ms] : [];
  });

function retell(one: Conversation) {
  return {
    call_type: "phone_call",
    call_id: one.id,
    agent_id: one.agent_id,
    agent_version: 3,
    call_status: "ended",
    direction: "inbound",
    from_number: "+14155550101",
    to_number: "+14155550100",
    start_timestamp: one.start,
    end_timestamp: one.start + (one.turns.at(-1)?.end_ms ?? 0),
    disconnection_reason: "user_hangup",
    transcript: one.turns
      .map(({ side, text }) => `${side === "AGENT" ? "Agent" : "User"}: ${text}\n`)
      .join(""),
    transcript_with_tool_calls: inOrder(one).flatMap(({ turn, tool }, index): object[] => {
      if (turn)
        return [
          {
            role: turn.side === "AGENT" ? "agent" : "user",
            content: turn.text,
            words: [{ word: turn.text, start: seconds(turn.start_ms), end: seconds(turn.end_ms) }],
          },
        ];
      return [
        {
          role: "tool_call_invocation",
          tool_call_id: `tool_${index}`,
          name: tool?.name,
          arguments: JSON.stringify(tool?.parameters),
        },
        { role: "tool_call_result", tool_call_id: `tool_${index}`, content: JSON.stringify(tool?.output) },
      ];
    }),
    latency: { e2e: { values: responses(one), num: responses(one).length } },
    retell_llm_dynamic_variables: { campaign: "spring" },
  };
}

function vapi(one: Conversation) {
  const at = (ms: number) => ({ time: one.start + ms, secondsFromStart: seconds(ms) });
  return {
    id: one.id,
    orgId: "org",
    assistantId: one.agent_id,
    type: "inboundPhoneCall",
    status: "ended",
    createdAt: new Date(one.start - 900).toISOString(),
    updatedAt: new Date(one.start + 99_000).toISOString(),
    startedAt: new Date(one.start).toISOString(),
    endedReason: "customer-ended-call",
    customer: { number: "+14155550101" },
    artifact: {
      messages: [
        { role: "system", message: "You book tables.", ...at(0) },
        ...inOrder(one).flatMap(({ turn, tool }, index): object[] => {
          if (turn)
            return [
              {
                role: turn.side === "AGENT" ? "bot" : "user",
                message: turn.text,
                ...at(turn.start_ms),
                endTime: one.start + turn.end_ms,
                duration: turn.end_ms - turn.start_ms,
              },
            ];
          const call = {
            id: `call_${index}`,
            type: "function",
            function: { name: tool?.name, arguments: JSON.stringify(tool?.parameters) },
          };
          const when = at(tool?.at_ms ?? 0);
          return [
            { role: "tool_calls", toolCalls: [call], message: "", ...when },
            {
              role: "tool_call_result",
              toolCallId: call.id,
              name: tool?.name,
              result: JSON.stringify(tool?.output),
              ...when,
            },
          ];
        }),
      ],
      performanceMetrics: {
        turnLatencies: responses(one).map((turnLatency) => ({ turnLatency, modelLatency: 300 })),
      },
    },
  };
}

function elevenlabs(one: Conversation) {
  return {
    agent_id: one.agent_id,
    conversation_id: one.id,
    status: "done",
    has_audio: true,
    has_user_audio: true,
    has_response_audio: true,
    metadata: {
      start_time_unix_secs: Math.floor(one.start / 1000),
      call_duration_secs: 60,
      phone_call: { direction: "inbound", external_number: "+14155550101", agent_number: "+14155550100" },
      termination_reason: "Client disconnected: 1000",
    },
    transcript: inOrder(one).map(({ turn, tool, at }, index) => ({
      role: turn ? (turn.side === "AGENT" ? "agent" : "user") : "agent",
      message: turn ? turn.text : null,
      time_in_call_secs: Math.floor(seconds(at)),
      interrupted: false,
      tool_calls: tool
        ? [
            {
              type: "webhook",
              request_id: `r${index}`,
              tool_name: tool.name,
              params_as_json: JSON.stringify(tool.parameters),
              tool_has_been_called: true,
            },
          ]
        : [],
      tool_results: tool
        ? [
            {
              request_id: `r${index}`,
              tool_name: tool.name,
              result_value: JSON.stringify(tool.output),
              is_error: false,
              tool_has_been_called: true,
            },
          ]
        : [],
    })),
  };
}

function livekit(one: Conversation) {
  const moment = (ms: number) => seconds(one.start + ms);
  return {
    job_id: one.id,
    room_id: "RM_1",
    room: "sip-1",
    agent_name: one.agent_id,
    started_at: seconds(one.start),
    events: [{ type: "close", reason: "participant_disconnected", created_at: moment(99_000) }],
    options: { allow_interruptions: true, min_endpointing_delay: 0.5 },
    chat_history: {
      items: inOrder(one).flatMap(({ turn, tool }, index): object[] => {
        if (!turn) {
          const shared = { call_id: `c${index}`, name: tool?.name };
          const created_at = moment(tool?.at_ms ?? 0);
          return [
            {
              id: `i${index}`,
              type: "function_call",
              arguments: JSON.stringify(tool?.parameters),
              ...shared,
              created_at,
            },
            {
              id: `o${index}`,
              type: "function_call_output",
              output: JSON.stringify(tool?.output),
              is_error: false,
              ...shared,
              created_at,
            },
          ];
        }
        const before = one.turns[one.turns.indexOf(turn) - 1];
        const isAnswer = turn.side === "AGENT" && before?.side === "USER";
        return [
          {
            id: `m${index}`,
            type: "message",
            role: turn.side === "AGENT" ? "assistant" : "user",
            content: [turn.text],
            interrupted: false,
            created_at: moment(turn.end_ms),
            metrics: {
              started_speaking_at: moment(turn.start_ms),
              stopped_speaking_at: moment(turn.end_ms),
              ...(isAnswer && {
                e2e_latency: seconds(turn.start_ms - before.end_ms),
                llm_node_ttft: 0.3,
                tts_node_ttfb: 0.1,
              }),
            },
          },
        ];
      }),
    },
    timestamp: moment(99_500),
  };
}

function openaiRealtime(one: Conversation) {
  const stamp = (ms: number) => ({ timestamp: new Date(one.start + ms).toISOString() });
  return [
    { type: "session.created", event_id: "e0", session: { id: one.id, model: "gpt-realtime" }, ...stamp(0) },
    ...inOrder(one).flatMap(({ turn, tool }, index): object[] => {
      const item_id = `item_${index}`;
      if (turn?.side === "USER")
        return [
          {
            type: "input_audio_buffer.speech_started",
            audio_start_ms: turn.start_ms,
            item_id,
            ...stamp(turn.start_ms),
          },
          {
            type: "input_audio_buffer.speech_stopped",
            audio_end_ms: turn.end_ms,
            item_id,
            ...stamp(turn.end_ms),
          },
          {
            type: "conversation.item.input_audio_transcription.completed",
            item_id,
            content_index: 0,
            transcript: turn.text,
            ...stamp(turn.end_ms),
          },
        ];
      if (turn)
        return [
          {
            type: "response.output_audio_transcript.done",
            response_id: `resp_${index}`,
            item_id,
            transcript: turn.text,
            ...stamp(turn.end_ms),
          },
        ];
      const call_id = `call_${index}`;
      const item = { id: item_id, type: "function_call", call_id, name: tool?.name };
      const at = stamp(tool?.at_ms ?? 0);
      return [
        { type: "response.output_item.added", response_id: `resp_${index}`, item, ...at },
        {
          type: "response.function_call_arguments.done",
          item_id,
          call_id,
          arguments: JSON.stringify(tool?.parameters),
          ...at,
        },
        {
          type: "conversation.item.create",
          item: { type: "function_call_output", call_id, output: JSON.stringify(tool?.output) },
          ...at,
        },
      ];
    }),
  ];
}

function pipecat(one: Conversation) {
  const message = (ms: number, type: string, data?: object) => ({
    label: "rtvi-ai",
    id: `${type}-${ms}`,
    type,
    ...(data && { data }),
    timestamp: new Date(one.start + ms).toISOString(),
  });
  return {
    session_id: one.id,
    messages: [
      message(0, "bot-ready", { version: "1.0.0" }),
      ...inOrder(one).flatMap(({ turn, tool, at }, index): object[] => {
        // In the order in which Pipecat's observer sends them.
        if (turn?.side === "USER")
          return [
            message(turn.start_ms, "user-started-speaking"),
            message(turn.end_ms, "user-transcription", { text: turn.text, final: true }),
            message(turn.end_ms, "user-stopped-speaking"),
            message(turn.end_ms, "user-llm-text", { text: turn.text }),
          ];
        if (turn)
          return [
            message(turn.start_ms, "bot-llm-started"),
            message(turn.start_ms, "bot-transcription", { text: turn.text }),
            message(turn.start_ms, "bot-llm-stopped"),
            message(turn.start_ms, "bot-started-speaking"),
            message(turn.end_ms, "bot-stopped-speaking"),
          ];
        const tool_call_id = `t${index}`;
        return [
          message(at, "llm-function-call", {
            function_name: tool?.name,
            tool_call_id,
            args: tool?.parameters,
          }),
          message(at, "llm-function-call-stopped", { tool_call_id, result: tool?.output }),
        ];
      }),
    ],
  };
}

/** The insights of the call and the messages of its WebSocket, in one log. */
function twilioConversationRelay(one: Conversation) {
  const insight = (ms: number, name: string) => ({
    timestamp: new Date(one.start + ms).toISOString(),
    call_sid: one.id,
    group: "conversation-relay",
    level: "INFO",
    name,
  });
  return [
    insight(0, "session_started"),
    {
      type: "setup",
      sessionId: "VX1",
      callSid: one.id,
      from: "+14155550101",
      to: "+14155550100",
      direction: "inbound",
    },
    ...one.turns.flatMap((turn): object[] => {
      const side = turn.side === "AGENT" ? "agent" : "customer";
      const words =
        turn.side === "USER"
          ? [{ type: "prompt", voicePrompt: turn.text, lang: "en-US", last: true }]
          : [{ type: "text", token: turn.text, last: true }];
      return [
        insight(turn.start_ms, `start_of_${side}_speech`),
        insight(turn.end_ms, `end_of_${side}_speech`),
        ...words,
      ];
    }),
  ];
}

function bland(one: Conversation) {
  return {
    call_id: one.id,
    c_id: one.id,
    call_length: 1.5,
    pathway_id: one.agent_id,
    to: "+14155550100",
    from: "+14155550101",
    inbound: true,
    completed: true,
    created_at: new Date(one.start - 900).toISOString(),
    started_at: new Date(one.start).toISOString(),
    call_ended_by: "USER",
    variables: { campaign: "spring" },
    transcripts: one.turns.map(({ side, text, end_ms }, index) => ({
      id: index,
      created_at: new Date(one.start + end_ms + 40).toISOString(),
      text,
      user: side === "AGENT" ? "assistant" : "user",
      c_id: one.id,
    })),
  };
}

/** Which parts of a conversation a platform's log contains. */
export interface Vendor {
  readonly log: (one: Conversation) => object;
  /** The times of its turns: start and end, only the start in whole seconds, only the user's, or none. */
  readonly times: "both" | "seconds" | "user" | "none";
  readonly tools: boolean;
  /** Whether it logs the agent's identity. */
  readonly agent: boolean;
  /** Whether it reports how long the agent took to answer. */
  readonly latency?: true;
}

export const vendorLogs: Readonly<Record<string, Vendor>> = {
  retell: { log: retell, times: "both", tools: true, agent: true, latency: true },
  vapi: { log: vapi, times: "both", tools: true, agent: true, latency: true },
  elevenlabs: { log: elevenlabs, times: "seconds", tools: true, agent: true },
  livekit: { log: livekit, times: "both", tools: true, agent: true, latency: true },
  "openai-realtime": { log: openaiRealtime, times: "user", tools: true, agent: false },
  pipecat: { log: pipecat, times: "both", tools: true, agent: false },
  "twilio-conversation-relay": { log: twilioConversationRelay, times: "both", tools: false, agent: false },
  bland: { log: bland, times: "none", tools: false, agent: true },
};

const words = fc
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a word that looks like a variable of a manifest
  .array(fc.constantFrom("table", "for", "two", "on", "Friday", "né", "${HOME}", "“yes”", "8", "please"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((list) => list.join(" "));
const simple = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);

/** Conversations in which the sides alternate and a tool is used between two turns. */
export const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9_-]{4,24}$/),
    agent_id: fc.stringMatching(/^[a-z0-9_]{4,24}$/),
    start: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((moment) => moment * 1000),
    turns: fc.array(
      fc.record({
        text: words,
        gap: fc.integer({ min: 10, max: 3000 }),
        length: fc.integer({ min: 20, max: 9000 }),
        tool: fc.option(
          fc.record({
            name: simple,
            parameters: fc.dictionary(simple, words),
            output: fc.dictionary(simple, words),
          }),
          { nil: undefined },
        ),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ turns, ...rest }) => {
    let at = 1;
    const spoken: Spoken[] = [];
    const tools: Used[] = [];
    for (const [index, { text, gap, length, tool }] of turns.entries()) {
      const start_ms = at + gap;
      at = start_ms + length;
      spoken.push({ side: index % 2 === 0 ? "AGENT" : "USER", text, start_ms, end_ms: at });
      if (tool) tools.push({ ...tool, at_ms: ++at });
    }
    return { ...rest, turns: spoken, tools };
  });
