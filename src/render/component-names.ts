/** The parts of a voice agent that traces tell apart, as people call them. */
export const COMPONENT_NAMES: Readonly<Record<string, string>> = {
  stt: "speech to text",
  llm: "model",
  tool: "tools",
  tts: "text to speech",
};
