/** What people call the parts of a voice agent that traces distinguish. */
export const COMPONENT_NAMES: Readonly<Record<string, string>> = {
  stt: "speech to text",
  llm: "model",
  tool: "tools",
  tts: "text to speech",
};
