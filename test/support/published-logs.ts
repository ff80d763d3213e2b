/**
 * Logs that the platforms publish, or that their own code writes, shortened and with short words. `source` says
 * where each is from. What must come out of a log is next to it, and was worked out by hand.
 */
export interface Published {
  readonly vendor: string;
  readonly source: string;
  readonly log: unknown;
  /** Each turn as `A 0-900 words` or `U words`; `?` for a time that is not known. */
  readonly turns: readonly string[];
  readonly tools?: readonly string[];
  readonly ended?: string;
  readonly duration_ms?: number;
  readonly unfinished?: string;
  readonly unknown?: Readonly<Record<string, number>>;
}

const RETELL_DOCS = "docs.retellai.com/features/webhook-overview, Example Webhook Payload";
const retellDocs = {
  call_type: "phone_call",
  from_number: "+12137771234",
  to_number: "+12137771235",
  direction: "inbound",
  call_id: "Jabr9TXYYJHfvl6Syypi88rdAHYHmcq6",
  agent_id: "oBeDLoLOeuAbiuaMFXRtDOLriTJ5tSxD",
  call_status: "registered",
  metadata: {},
  retell_llm_dynamic_variables: { customer_name: "John Doe" },
  start_timestamp: 1714608475945,
  end_timestamp: 1714608491736,
  disconnection_reason: "user_hangup",
  transcript: "Agent: hi how are you doing?\nUser: Doing pretty well. How are you?\n",
  opt_out_sensitive_data_storage: false,
};
const retellTypes = {
  call_id: "call_types",
  agent_id: "agent_1",
  agent_version: 1,
  call_status: "ended",
  call_type: "web_call",
  access_token: "eyJhbGciOiJIUzI1NiJ9",
  start_timestamp: 1703302407333,
  end_timestamp: 1703302428855,
  duration_ms: 10000,
  disconnection_reason: "call_transfer",
  transfer_destination: "+12137771235",
  latency: { e2e: { p50: 800, values: [600, 800, 1200] }, llm: { values: [500] }, s2s: { values: [3] } },
  llm_token_usage: { average: 123, num_requests: 123, values: [123] },
  transcript_with_tool_calls: [
    {
      role: "agent",
      content: "hi how are you doing?",
      words: [
        { word: "hi", start: 0.7, end: 1.3 },
        { word: "doing?", start: 1.3, end: 1.9 },
      ],
    },
    {
      role: "node_transition",
      former_node_id: "a",
      former_node_name: "A",
      new_node_id: "b",
      new_node_name: "B",
    },
    { role: "dtmf", digit: "1" },
    { role: "tool_call_invocation", tool_call_id: "t1", name: "transfer", arguments: '{"to":"desk"}' },
    { role: "tool_call_result", tool_call_id: "t1", content: "no agent available", successful: false },
    { role: "injected", content: "The caller waits." },
    { role: "transfer_target", content: "Front desk.", words: [{ word: "Front desk.", start: 8, end: 9 }] },
  ],
};

const VAPI_EVENTS = "docs.vapi.ai/server-url/events, End of Call Report";
const vapiReport = {
  message: {
    type: "end-of-call-report",
    endedReason: "hangup",
    call: { id: "call_events", orgId: "org", status: "queued", type: "webCall" },
    artifact: {
      recording: {},
      transcript: "AI: How can I help? User: What's the weather?",
      messages: [
        { role: "assistant", message: "How can I help?" },
        { role: "user", message: "What's the weather?" },
      ],
    },
  },
};
const vapiSquad = {
  id: "call_squad",
  orgId: "org",
  type: "inboundPhoneCall",
  status: "ended",
  startedAt: "2026-03-01T10:00:00.000Z",
  endedAt: "2026-03-01T10:00:20.000Z",
  endedReason: "assistant-forwarded-call",
  artifact: {
    messages: [
      { role: "system", message: "Be kind.", time: 1772359200000, secondsFromStart: 0 },
      {
        role: "bot",
        message: "Front desk.",
        time: 1772359201000,
        endTime: 1772359202000,
        secondsFromStart: 1,
        duration: 1000,
        source: "",
        assistantName: "Desk",
      },
      {
        role: "tool_calls",
        time: 1772359203000,
        message: "",
        toolCalls: [
          {
            id: "call_CTgHfSj4lNZaqVjByk2eJooc",
            type: "function",
            function: { name: "dtmf", arguments: '{"keys": "w2w1w2"}' },
          },
        ],
        secondsFromStart: 3,
      },
      {
        role: "bot",
        message: "Billing here.",
        time: 1772359211000,
        endTime: 1772359212500,
        secondsFromStart: 0.5,
        assistantName: "Billing",
      },
      {
        role: "user",
        message: "Thanks.",
        time: 1772359213000,
        endTime: 1772359213500,
        secondsFromStart: 2.5,
        metadata: { wordLevelConfidence: [{ word: "Thanks.", confidence: 0.9 }] },
        speakerLabel: "Speaker 1",
      },
    ],
    performanceMetrics: { turnLatencies: [{ turnLatency: 900, modelLatency: 400, endpointingLatency: 200 }] },
  },
};

const ELEVEN_DOCS = "elevenlabs/elevenlabs-docs, post-call-webhook.mdx of August 2025";
const elevenDocs = {
  agent_id: "xyz",
  conversation_id: "abc",
  status: "done",
  user_id: "user123",
  transcript: [
    {
      role: "agent",
      message: "Hey there angelo. How are you?",
      tool_calls: null,
      tool_results: null,
      feedback: null,
      time_in_call_secs: 0,
      conversation_turn_metrics: null,
    },
    {
      role: "user",
      message: "Hey, can you tell me, like, a fun fact about 11 Labs?",
      tool_calls: null,
      tool_results: null,
      feedback: null,
      time_in_call_secs: 2,
      conversation_turn_metrics: null,
    },
    {
      role: "agent",
      message: "I do not have access to fun facts about Eleven Labs.",
      tool_calls: null,
      tool_results: null,
      feedback: null,
      time_in_call_secs: 9,
      conversation_turn_metrics: {
        convai_llm_service_ttfb: { elapsed_time: 0.3704247010173276 },
        convai_llm_service_ttf_sentence: { elapsed_time: 0.5551181449554861 },
      },
    },
  ],
  metadata: {
    start_time_unix_secs: 1739537297,
    call_duration_secs: 22,
    cost: 296,
    feedback: { overall_score: null, likes: 0, dislikes: 0 },
    charging: { dev_discount: true },
    termination_reason: "",
  },
  analysis: { call_successful: "success" },
};

const BLAND_DOCS = "docs.bland.ai/api-v1/get/calls-id";
const blandDocs = {
  call_id: "12345678-1234-1234-1234-123456789012",
  call_length: 0.75,
  batch_id: null,
  to: "+12223334444",
  from: "+17163511654",
  request_data: { phone_number: "+12223334444", wait: true, language: "ENG" },
  completed: true,
  created_at: "2024-04-27T23:51:18.025251+00:00",
  inbound: false,
  queue_status: "completed",
  max_duration: 30,
  error_message: null,
  answered_by: "human",
  record: false,
  recording_url: null,
  c_id: "12345678-1234-1234-1234-123456789012",
  summary: "A hotel room was booked.",
  price: 0.068,
  started_at: "2024-04-27T23:51:25+00:00",
  call_ended_by: "ASSISTANT",
  concatenated_transcript: "user: Hello? \n assistant: Hi there, this is the hotel. \n ",
};

const PIPECAT = "pipecat 1.7.0, processors/frameworks/rtvi/observer.py";
const rtvi = (second: number, type: string, data?: object) => ({
  label: "rtvi-ai",
  type,
  ...(data && { data }),
  timestamp: new Date(Date.UTC(2026, 7, 21, 12, 0, second)).toISOString(),
});
const user = (second: number, text: string) => [
  rtvi(second, "user-started-speaking"),
  rtvi(second + 1, "user-transcription", { text, user_id: "u", timestamp: "", final: true }),
  rtvi(second + 2, "user-stopped-speaking"),
  rtvi(second + 2, "user-llm-text", { text }),
];
const progress = (text: string, spoken_status: string, accumulated_text: string, segment_id: number) => ({
  text,
  aggregated_by: "sentence",
  will_be_spoken: true,
  segment_id,
  spoken_status,
  spoken_progress: { accumulated_text, remaining_text: text.slice(accumulated_text.length) },
});

const LIVEKIT = "livekit-agents 1.7.0, voice/report.py and llm/chat_context.py";
const message = (id: string, role: string, content: readonly unknown[], more: object = {}) => ({
  id,
  type: "message",
  role,
  content,
  interrupted: false,
  extra: {},
  metrics: {},
  created_at: 1787300000,
  ...more,
});

const OPENAI_TYPES = "openai for Node, resources/realtime/realtime.ts of August 2026";
const OPENAI_EVENTS = "platform.openai.com, Realtime server events, examples";

const TWILIO_DOCS = "twilio.com/docs/voice/conversationrelay/websocket-messages";
const setup = {
  type: "setup",
  sessionId: "VX00000000000000000000000000000000",
  accountSid: "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
  parentCallSid: "",
  callSid: "CA00000000000000000000000000000000",
  from: "+18005550100",
  to: "+18005550101",
  callType: "PSTN",
  callerName: "",
  direction: "inbound",
  callStatus: "RINGING",
  customParameters: { callReference: "bar" },
};
const prompt = { type: "prompt", voicePrompt: "Hi! Can you tell me about life?", lang: "en-US", last: true };
const at = (second: number) => ({
  received_at: new Date(Date.UTC(2026, 2, 28, 12, 0, second)).toISOString(),
});
const speaker = (second: number, name: string, value: string) => ({
  type: "info",
  name,
  value,
  ...at(second),
});

export const published: readonly Published[] = [
  {
    vendor: "retell",
    source: RETELL_DOCS,
    log: { event: "call_ended", call: retellDocs },
    turns: ["A hi how are you doing?", "U Doing pretty well. How are you?"],
    ended: "user_hangup",
    duration_ms: 15791,
  },
  {
    vendor: "retell",
    source: `${RETELL_DOCS}: call_status ongoing, as of transcript_updated`,
    log: {
      event: "transcript_updated",
      call: {
        ...retellDocs,
        call_status: "ongoing",
        end_timestamp: undefined,
        disconnection_reason: undefined,
      },
    },
    turns: ["A hi how are you doing?", "U Doing pretty well. How are you?"],
    unfinished: "ongoing",
  },
  {
    vendor: "retell",
    source: "retell-sdk 5.60.0, resources/call.ts: every role of a transcript",
    log: retellTypes,
    turns: ["A 700-1900 hi how are you doing?"],
    tools: ['transfer {"to":"desk"} {"is_error":true,"output":"no agent available"}'],
    ended: "call_transfer",
    duration_ms: 10000,
  },
  {
    vendor: "retell",
    source: "retell-sdk 5.60.0, resources/call.ts: an outbound phone call that a machine answered",
    log: {
      ...retellDocs,
      call_id: "call_machine",
      direction: "outbound",
      call_status: "ended",
      disconnection_reason: "voicemail_reached",
      transcript_object: [
        { role: "agent", content: "Please call back.", words: [{ word: "Please", start: 0.5, end: 1 }] },
      ],
    },
    turns: ["A 500-1000 Please call back."],
    ended: "voicemail_reached",
    duration_ms: 15791,
  },
  {
    vendor: "retell",
    source: "retell-sdk 5.60.0, resources/call.ts: two tools, one result",
    log: {
      ...retellTypes,
      call_id: "call_tools",
      disconnection_reason: "dial_no_answer",
      transcript_with_tool_calls: [
        { role: "user", content: "Hi." },
        { role: "tool_call_invocation", tool_call_id: "a", name: "one", arguments: "{}" },
        { role: "tool_call_invocation", tool_call_id: "b", name: "two", arguments: "{}" },
        { role: "tool_call_result", tool_call_id: "b", content: "2" },
      ],
    },
    turns: ["U Hi."],
    tools: ["one {}", "two {} 2"],
    ended: "dial_no_answer",
    duration_ms: 10000,
  },
  {
    vendor: "vapi",
    source: VAPI_EVENTS,
    log: vapiReport,
    turns: ["A How can I help?", "U What's the weather?"],
    ended: "hangup",
  },
  {
    vendor: "vapi",
    source: "docs.vapi.ai/ivr-navigation and the schemas BotMessage, UserMessage of its OpenAPI; a squad",
    log: vapiSquad,
    turns: ["A 1000-2000 Front desk.", "A 11000-12500 Billing here.", "U 13000-13500 Thanks."],
    tools: ['dtmf {"keys":"w2w1w2"}'],
    ended: "call_transfer",
    duration_ms: 20000,
  },
  {
    vendor: "vapi",
    source: `${VAPI_EVENTS}: a transcript as text alone`,
    log: {
      message: {
        type: "end-of-call-report",
        endedReason: "silence-timed-out",
        durationSeconds: 42,
        call: { id: "call_text", orgId: "org" },
        transcript: "AI: How can I help?\nUser: What's the weather?\n",
      },
    },
    turns: ["A How can I help?", "U What's the weather?"],
    ended: "inactivity",
    duration_ms: 42000,
  },
  {
    vendor: "vapi",
    source: "@vapi-ai/server-sdk, CallStatus: in-progress",
    log: {
      ...vapiSquad,
      id: "call_running",
      status: "in-progress",
      endedAt: undefined,
      endedReason: undefined,
    },
    turns: ["A 1000-2000 Front desk.", "A 11000-12500 Billing here.", "U 13000-13500 Thanks."],
    tools: ['dtmf {"keys":"w2w1w2"}'],
    unfinished: "in-progress",
  },
  {
    vendor: "elevenlabs",
    source: ELEVEN_DOCS,
    log: { type: "post_call_transcription", event_timestamp: 1739537297, data: elevenDocs },
    turns: [
      "A 0-? Hey there angelo. How are you?",
      "U 2000-? Hey, can you tell me, like, a fun fact about 11 Labs?",
      "A 9000-? I do not have access to fun facts about Eleven Labs.",
    ],
    duration_ms: 22000,
  },
  {
    vendor: "elevenlabs",
    source: "elevenlabs OpenAPI, ConversationStatus: in-progress",
    log: { ...elevenDocs, status: "in-progress", transcript: elevenDocs.transcript.slice(0, 1) },
    turns: ["A 0-? Hey there angelo. How are you?"],
    duration_ms: 22000,
    unfinished: "in-progress",
  },
  {
    vendor: "elevenlabs",
    source: "elevenlabs-js, GetConversationResponseModel in camel case",
    log: {
      conversationId: "camel",
      agentId: "xyz",
      status: "done",
      metadata: {
        startTimeUnixSecs: 1739537297,
        callDurationSecs: 5,
        terminationReason: "end_call tool was called.",
      },
      transcript: [
        {
          role: "agent",
          message: "Bye.",
          timeInCallSecs: 1,
          interrupted: true,
          originalMessage: "Bye. See you soon.",
          toolCalls: [{ requestId: "r", toolName: "end_call", paramsAsJson: '{"reason":"done"}' }],
          toolResults: [{ requestId: "r", toolName: "end_call", resultValue: "ok", isError: false }],
          llmUsage: { modelUsage: { gemini: { input: { tokens: 3 } } } },
          conversationTurnMetrics: { metrics: { convai_tts_service_ttfb: { elapsedTime: 0.2 } } },
        },
      ],
    },
    turns: ["A 1000-? Bye."],
    tools: ['end_call {"reason":"done"} "ok"'],
    ended: "agent_hangup",
    duration_ms: 5000,
  },
  {
    vendor: "bland",
    source: BLAND_DOCS,
    log: blandDocs,
    turns: ["U Hello?", "A Hi there, this is the hotel."],
    ended: "agent_hangup",
    duration_ms: 45000,
  },
  {
    vendor: "bland",
    source: `${BLAND_DOCS}: every value of "user", and "agent", which its webhook writes`,
    log: {
      ...blandDocs,
      call_ended_by: "USER",
      transcripts: ["user", "assistant", "agent", "robot", "agent-action"].map((name, id) => ({
        id,
        created_at: "2024-04-27T23:51:30+00:00",
        text: `By ${name}.`,
        user: name,
      })),
    },
    turns: ["U By user.", "A By assistant.", "A By agent.", "A By robot."],
    ended: "user_hangup",
    duration_ms: 45000,
  },
  {
    vendor: "bland",
    source: `${BLAND_DOCS}: completed false while queue_status is started`,
    log: { ...blandDocs, completed: false, queue_status: "started", call_ended_by: null, call_length: null },
    turns: ["U Hello?", "A Hi there, this is the hotel."],
    unfinished: "started",
  },
  {
    vendor: "bland",
    source: `${BLAND_DOCS}: answered_by voicemail`,
    log: { ...blandDocs, answered_by: "voicemail" },
    turns: ["U Hello?", "A Hi there, this is the hotel."],
    ended: "voicemail_reached",
    duration_ms: 45000,
  },
  {
    vendor: "pipecat",
    source: `${PIPECAT}: bot-transcription comes before bot-started-speaking`,
    log: [
      rtvi(0, "bot-ready", { version: "1.3.0" }),
      rtvi(1, "bot-llm-started"),
      rtvi(1, "bot-transcription", { text: "Hello." }),
      rtvi(2, "bot-started-speaking"),
      rtvi(3, "bot-transcription", { text: "How can I help?" }),
      rtvi(4, "bot-stopped-speaking"),
      ...user(5, "A table."),
      rtvi(7, "bot-llm-started"),
      rtvi(8, "bot-transcription", { text: "For how many?" }),
      rtvi(9, "bot-started-speaking"),
      rtvi(11, "bot-stopped-speaking"),
      rtvi(12, "user-mute-started"),
    ],
    turns: ["A 2000-4000 Hello. How can I help?", "U 5000-7000 A table.", "A 9000-11000 For how many?"],
  },
  {
    vendor: "pipecat",
    source: `${PIPECAT}: bot-output of protocol 2, cut off in its second sentence`,
    log: [
      rtvi(0, "bot-ready", { version: "2.1.0" }),
      rtvi(1, "bot-started-speaking"),
      rtvi(1, "bot-output", progress("Hello there.", "new", "", 7)),
      rtvi(2, "bot-output", progress("Hello there.", "completed", "Hello there.", 7)),
      rtvi(3, "bot-output", progress("We close at nine.", "new", "", 8)),
      rtvi(3, "bot-output", progress("We close at nine.", "in-progress", "We close", 8)),
      rtvi(4, "bot-output", {
        text: "| menu |",
        aggregated_by: "code",
        will_be_spoken: false,
        segment_id: 9,
      }),
      rtvi(4, "user-started-speaking"),
      rtvi(4, "bot-interrupted"),
      rtvi(4, "bot-stopped-speaking"),
      rtvi(5, "user-stopped-speaking"),
      rtvi(6, "user-transcription", { text: "Stop.", user_id: "u", timestamp: "", final: true }),
      rtvi(7, "bot-word-boundary", {}),
    ],
    turns: ["A 1000-4000 Hello there. We close", "U 4000-5000 Stop."],
    unknown: { "bot-word-boundary": 1 },
  },
  {
    vendor: "pipecat",
    source: `${PIPECAT}: bot-output of protocol 1.4, word by word`,
    log: [
      rtvi(0, "bot-started-speaking"),
      rtvi(0, "bot-output", { text: "Good day.", spoken: false, aggregated_by: "sentence" }),
      rtvi(0, "bot-output", { text: "Good", spoken: true, aggregated_by: "word" }),
      rtvi(0, "bot-tts-text", { text: "Good" }),
      rtvi(1, "bot-output", { text: "day.", spoken: true, aggregated_by: "word" }),
      rtvi(1, "bot-tts-text", { text: "day." }),
      rtvi(2, "bot-stopped-speaking"),
      rtvi(3, "llm-function-call-in-progress", {
        tool_call_id: "t",
        function_name: "book",
        arguments: { at: 9 },
      }),
      rtvi(4, "llm-function-call-stopped", { tool_call_id: "t", function_name: "book", cancelled: true }),
    ],
    turns: ["A 0-2000 Good day."],
    tools: ['book {"at":9} {"is_error":true,"output":"cancelled"}'],
  },
  {
    vendor: "pipecat",
    source: `${PIPECAT}: a transcription that starts the user's turn, and a reply cut off before its first sound`,
    log: [
      ...user(0, "Hi."),
      rtvi(2, "bot-llm-started"),
      rtvi(2, "bot-transcription", { text: "Never heard." }),
      rtvi(3, "user-transcription", { text: "Wait.", user_id: "u", timestamp: "", final: true }),
      rtvi(3, "user-started-speaking"),
      rtvi(4, "user-stopped-speaking"),
      rtvi(4, "bot-llm-started"),
      rtvi(5, "bot-transcription", { text: "Yes?" }),
      rtvi(6, "bot-started-speaking"),
      rtvi(7, "bot-stopped-speaking"),
    ],
    turns: ["U 0-2000 Hi.", "U 3000-4000 Wait.", "A 6000-7000 Yes?"],
  },
  {
    vendor: "livekit",
    source: `${LIVEKIT}: SessionReport.to_dict()`,
    log: {
      job_id: "AJ_1",
      room_id: "RM_1",
      room: "sip-1",
      events: [
        { type: "agent_state_changed", old_state: "idle", new_state: "speaking", created_at: 1787300000 },
        { type: "error", error: { message: "slow" }, source: { model: "m" }, created_at: 1787300004 },
        { type: "close", error: null, reason: "participant_disconnected", created_at: 1787300010 },
      ],
      audio_recording_path: null,
      audio_recording_started_at: 1787299999.5,
      options: { allow_interruptions: true, max_tool_steps: 3 },
      chat_history: {
        items: [
          { id: "item_0", type: "agent_config_update", instructions: "Be kind.", created_at: 1787300000 },
          message("item_1", "assistant", ['<expr type="smile"/>Hello.'], {
            interrupted: true,
            metrics: {
              started_speaking_at: 1787300001,
              stopped_speaking_at: 1787300002,
              llm_node_ttft: 0.4,
              llm_node_tps: 55,
              provider_request_ids: ["r"],
            },
          }),
          message("item_2", "user", ["A table."], {
            transcript_confidence: 0.93,
            metrics: {
              started_speaking_at: 1787300003,
              stopped_speaking_at: 1787300004,
              transcription_delay: 0.2,
              end_of_turn_delay: 0.5,
            },
          }),
          {
            id: "item_3",
            type: "function_call",
            call_id: "c1",
            arguments: '{"seats":2}',
            name: "book",
            extra: {},
            created_at: 1787300005,
          },
          {
            id: "item_4",
            type: "function_call_output",
            name: "book",
            call_id: "c1",
            output: "full",
            is_error: true,
            reply_required: true,
            created_at: 1787300006,
          },
          {
            id: "item_5",
            type: "function_call",
            call_id: "c2",
            arguments: "{}",
            name: "wait",
            extra: {},
            created_at: 1787300007,
          },
        ],
      },
      timestamp: 1787300011,
      usage: [{ type: "llm_usage", model: "m", input_tokens: 12 }],
      sdk_version: "1.7.0",
    },
    turns: ["A 1500-2500 Hello.", "U 3500-4500 A table."],
    tools: ['book {"seats":2} {"is_error":true,"output":"full"}', "wait {}"],
    ended: "user_hangup",
  },
  {
    vendor: "livekit",
    source: `${LIVEKIT}: ChatContext.to_dict(), with a kind of item that is newer`,
    log: {
      items: [
        message("m1", "system", ["Be kind."]),
        message("m2", "assistant", ["Hello.", { type: "image_content", image: "x" }]),
        message("m3", "user", [{ type: "audio_content", frame: [], transcript: "Hi." }]),
        { id: "h", type: "agent_handoff", old_agent_id: "a", new_agent_id: "b", created_at: 1787300001 },
        { id: "n", type: "agent_memory", created_at: 1787300001 },
      ],
    },
    turns: ["A Hello.", "U Hi."],
    unknown: { agent_memory: 1 },
  },
  {
    vendor: "livekit",
    source: `${LIVEKIT}: CloseReason error`,
    log: {
      job_id: "AJ_2",
      events: [{ type: "close", reason: "error", error: { message: "stt" }, created_at: 1787300002 }],
      chat_history: { items: [message("m", "user", ["Hello?"], { created_at: 1787300001 })] },
    },
    turns: ["U Hello?"],
    ended: "error",
  },
  {
    vendor: "openai-realtime",
    source: OPENAI_EVENTS,
    log: [
      {
        event_id: "event_1234",
        type: "session.created",
        session: { id: "sess_001", object: "realtime.session", model: "gpt-realtime" },
      },
      {
        event_id: "event_1516",
        type: "input_audio_buffer.speech_started",
        audio_start_ms: 1000,
        item_id: "msg_003",
      },
      {
        event_id: "event_1718",
        type: "input_audio_buffer.speech_stopped",
        audio_end_ms: 2000,
        item_id: "msg_003",
      },
      {
        event_id: "event_1920",
        type: "conversation.item.created",
        previous_item_id: "msg_002",
        item: {
          id: "msg_003",
          object: "realtime.item",
          type: "message",
          status: "completed",
          role: "user",
          content: [{ type: "input_audio", transcript: "hello how are you", audio: "base64" }],
        },
      },
      {
        event_id: "event_2122",
        type: "conversation.item.input_audio_transcription.completed",
        item_id: "msg_003",
        content_index: 0,
        transcript: "Hello, how are you?",
      },
      {
        event_id: "event_4748",
        type: "response.output_audio_transcript.done",
        response_id: "resp_001",
        item_id: "msg_008",
        output_index: 0,
        content_index: 0,
        transcript: "Hello! How can I assist you today?",
      },
      {
        event_id: "event_2526",
        type: "conversation.item.truncated",
        item_id: "msg_008",
        content_index: 0,
        audio_end_ms: 1500,
      },
    ],
    turns: ["U 1000-2000 Hello, how are you?", "A Hello! How can I assist you today?"],
  },
  {
    vendor: "openai-realtime",
    source: `${OPENAI_TYPES}: tools of MCP servers`,
    log: [
      { event_id: "e1", type: "session.created", session: { id: "sess_mcp", model: "gpt-realtime" } },
      { event_id: "e2", type: "mcp_list_tools.in_progress", item_id: "mcpl_1" },
      { event_id: "e3", type: "mcp_list_tools.completed", item_id: "mcpl_1" },
      {
        event_id: "e4",
        type: "response.mcp_call_arguments.done",
        item_id: "mcp_1",
        output_index: 0,
        response_id: "r",
        arguments: '{"q":"weather"}',
      },
      { event_id: "e5", type: "response.mcp_call.completed", item_id: "mcp_1", output_index: 0 },
      {
        event_id: "e6",
        type: "response.output_item.done",
        response_id: "r",
        output_index: 0,
        item: {
          id: "mcp_1",
          type: "mcp_call",
          server_label: "docs",
          name: "search",
          arguments: '{"q":"weather"}',
          error: null,
          output: '{"hits":1}',
        },
      },
      {
        event_id: "e7",
        type: "response.output_item.done",
        response_id: "r",
        output_index: 1,
        item: {
          id: "mcp_2",
          type: "mcp_call",
          server_label: "docs",
          name: "open",
          arguments: "{}",
          error: { type: "tool_execution_error", message: "gone" },
          output: null,
        },
      },
      { event_id: "e8", type: "response.output_text.done", item_id: "msg_1", text: "It is sunny." },
      { event_id: "e9", type: "response.thought.delta", item_id: "msg_1", delta: "…" },
    ],
    turns: ["A It is sunny."],
    tools: [
      'search {"q":"weather"} {"hits":1}',
      'open {} {"is_error":true,"type":"tool_execution_error","message":"gone"}',
    ],
    unknown: { "response.thought.delta": 1 },
  },
  {
    vendor: "openai-realtime",
    source: `${OPENAI_TYPES}: what response.done alone has`,
    log: [
      { event_id: "e1", type: "session.created", session: { id: "sess_done" } },
      { event_id: "e2", type: "input_audio_buffer.dtmf_event_received", event: "9", received_at: 1763605109 },
      {
        event_id: "e3",
        type: "response.done",
        response: {
          id: "resp_1",
          status: "completed",
          output: [
            {
              id: "msg_1",
              type: "message",
              role: "assistant",
              content: [{ type: "output_audio", transcript: "One moment." }],
            },
            { id: "fc_1", type: "function_call", call_id: "call_1", name: "book", arguments: '{"seats":2}' },
          ],
          usage: { total_tokens: 253, input_tokens: 132, output_tokens: 121 },
        },
      },
      {
        type: "conversation.item.create",
        item: { type: "function_call_output", call_id: "call_1", output: '{"ok":true}' },
      },
    ],
    turns: ["A One moment."],
    tools: ['book {"seats":2} {"ok":true}'],
  },
  {
    vendor: "twilio-conversation-relay",
    source: TWILIO_DOCS,
    log: [
      setup,
      { type: "prompt", voicePrompt: "Hi! Can", lang: "en-US", last: false },
      prompt,
      { type: "text", token: "Life is a ", last: false },
      { type: "text", token: "complex set of chemical processes.", last: true },
      {
        type: "interrupt",
        utteranceUntilInterrupt: "Life is a complex set of",
        durationUntilInterruptMs: 460,
      },
      { type: "dtmf", digit: "1" },
      { type: "error", description: 'Invalid message received: { "foo" : "bar" }' },
      {
        type: "end",
        handoffData: '{"reasonCode":"live-agent-handoff", "reason": "User wants to speak to a person"}',
      },
    ],
    turns: ["U Hi! Can you tell me about life?", "A Life is a complex set of chemical processes."],
    ended: "call_transfer",
  },
  {
    vendor: "twilio-conversation-relay",
    source: `${TWILIO_DOCS}, and the info messages of debug="debugging speaker-events tokens-played" as people recorded them`,
    log: [
      { ...setup, ...at(0) },
      speaker(1, "clientSpeaking", "on"),
      speaker(3, "clientSpeaking", "off"),
      { ...prompt, ...at(3) },
      { type: "text", token: "Diagnostic", last: true, ...at(4) },
      speaker(5, "roundTripDelayMs", "148"),
      speaker(5, "agentSpeaking", "on"),
      speaker(6, "tokensPlayed", "Diagnostic"),
      speaker(7, "agentSpeaking", "off"),
      speaker(7, "newThing", "1"),
      { type: "end", ...at(9) },
    ],
    turns: ["U 1000-3000 Hi! Can you tell me about life?", "A 5000-7000 Diagnostic"],
    ended: "agent_hangup",
    unknown: { "info newThing": 1 },
  },
  {
    vendor: "twilio-conversation-relay",
    source: "twilio.com/docs/voice/voice-insights/api/call/details-conversation-relay-events",
    log: [
      ["start_of_customer_speech", 0, {}],
      ["end_of_customer_speech", 2, {}],
      ["stt_latency", 2, { latency_ms: 210 }],
      ["first_token_received", 3, {}],
      ["final_token_received", 3, { total_tokens: 3, total_words: 3 }],
      ["tts_latency", 4, { latency_ms: 90 }],
      ["start_of_agent_speech", 4, {}],
      ["end_of_agent_speech", 6, {}],
    ]
      .map(([name, second, payload]): object => ({
        timestamp: new Date(Date.UTC(2026, 2, 28, 12, 0, Number(second))).toISOString(),
        call_sid: "CA1",
        group: "conversation-relay",
        level: "INFO",
        name,
        session_id: "VX1",
        payload,
      }))
      .concat([setup, prompt, { type: "text", token: "Yes.", last: true }]),
    turns: ["U 0-2000 Hi! Can you tell me about life?", "A 4000-6000 Yes."],
  },
];
