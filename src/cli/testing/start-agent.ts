/** Starts the agent of a test file, or finds out where it is. */
import type { z } from "zod";
import { millisecondsOf } from "../../contract/duration.ts";
import type { TestManifest } from "../../contract/schemas/manifests/test.ts";
import { urlWithoutSecrets } from "../../contract/secrets.ts";
import type { AgentTool } from "../../engine/tools/tool.ts";
import { createsCallsBy, urlOf } from "../manifest/agent-connection.ts";
import type { CalledAgent, TestedAgent } from "./agent.ts";
import type { DiallingAgentOptions } from "./calls/dialling-agent.ts";
import { withoutSecrets } from "./processes/env.ts";
import { type GroupOptions, type ProcessGroup, startGroup } from "./processes/group.ts";
import type { Processes } from "./processes/processes.ts";
import { addressOf, isFree, untilReady, type Waiting } from "./processes/ready.ts";
import { stoppedOnFailure, Trouble } from "./trouble.ts";

export type AgentFields = NonNullable<z.output<typeof TestManifest>["agent"]>;

export interface StartOptions {
  /** What the file says, with the command of the command line. */
  readonly agent: AgentFields;
  /** The words of a command from the command line, instead of the file's. */
  readonly words?: readonly string[] | undefined;
  /** The folder of the file. */
  readonly folder: string;
  /** The environment of Parley. */
  readonly env: Environment;
  /** What the agent is told about this test. */
  readonly told: Environment;
  /** Absolute path of the module. */
  readonly module?: string | undefined;
  /** The text of the agent's prompt, and its tools: what a model gets. */
  readonly prompt_text: string;
  readonly tools: readonly AgentTool[];
  readonly node: { readonly path: string; readonly version: string };
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

const READY_MS = 30_000;
/** @throws Trouble if it does not become ready */
export async function startAgent(options: StartOptions): Promise<TestedAgent> {
  const { agent, folder, timeout_ms, signal, module, node } = options;
  const { about, command, env, ready_within_ms } = startOf(options);
  if (module !== undefined) {
    const { moduleAgent } = await import("./programs/module-agent.ts");
    const { path, version } = node;
    const limits = { timeout_ms, ready_within_ms, signal };
    return moduleAgent({
      file: module,
      named: agent.module ?? module,
      about,
      node: path,
      node_version: version,
      cwd: folder,
      env,
      ...limits,
    });
  }
  if (agent.stdio) {
    const { lineAgent } = await import("./programs/line-agent.ts");
    const { ready } = agent;
    const limits = { timeout_ms, ready_within_ms, signal };
    return lineAgent({ about, command: command ?? "", cwd: folder, env, ready, ...limits });
  }
  if (agent.livekit) {
    const { livekitAgent } = await import("./livekit/agent.ts");
    const started = { command: command ?? "", cwd: folder, env };
    return livekitAgent({ ...started, about, timeout_ms, ready_within_ms });
  }
  const url = urlOf(agent) ?? "";
  const begin = () => startedAt(url, options);
  const { prompt_text: prompt, tools } = options;
  if (agent.chat) {
    const { model, tool_outputs: stand_ins = [] } = agent.chat;
    const api_key = keyOf("chat", options);
    const { chatAgent } = await import("./chat/agent.ts");
    return chatAgent({
      url,
      model,
      prompt,
      tools,
      stand_ins,
      api_key,
      about,
      timeout_ms,
      ...(await begin()),
    });
  }
  if (agent.realtime) {
    const { tool_outputs: stand_ins = [] } = agent.realtime;
    const api_key = keyOf("realtime", options);
    const { realtimeAgent } = await import("./realtime/agent.ts");
    return realtimeAgent({ url, prompt, tools, stand_ins, api_key, about, timeout_ms, ...(await begin()) });
  }
  if (agent.elevenlabs) {
    const { tool_outputs: stand_ins = [], overrides, dynamic_variables, text_only } = agent.elevenlabs;
    const api_key = keyOf("elevenlabs", options);
    const { elevenlabsAgent } = await import("./elevenlabs/agent.ts");
    const how = { overrides, dynamic_variables, text_only };
    return elevenlabsAgent({ url, ...how, stand_ins, api_key, about, timeout_ms, ...(await begin()) });
  }
  if (agent.pipecat !== undefined) {
    const { pipecatAgent } = await import("./pipecat/agent.ts");
    const processes = await processesOf(url, options);
    const begun = performance.now();
    await processes?.ready();
    const ready_ms = processes && performance.now() - begun;
    return pipecatAgent({ url, about, timeout_ms, processes, ready_ms });
  }
  const { httpAgent } = await import("./http/agent.ts");
  return httpAgent({ url, about, timeout_ms, may_answer_later: command !== undefined, ...(await begin()) });
}

/** The key of a model's server. @throws Trouble if the variable that the file names is not set */
function keyOf(way: "chat" | "realtime" | "elevenlabs", { agent, env }: StartOptions): string | undefined {
  const name = agent[way]?.api_key_env;
  if (name === undefined) return undefined;
  const key = { ...env, ...agent.env }[name];
  if (!key)
    throw new Trouble(`the environment variable ${name} is not set; agent.${way}.api_key_env names it`);
  return key;
}

/** The same for an agent that callers speak with. @throws Trouble if it does not become ready */
export async function startCalled(options: StartOptions): Promise<CalledAgent> {
  const { agent, folder } = options;
  const { about, command, env, ready_within_ms } = startOf(options);
  if (agent.dial) {
    const { diallingAgent } = await import("./calls/dialling-agent.ts");
    const { createdCall, openSocket } = await import("./calls/entrances.ts");
    const { PARLEY_BASE_URL: base = "", PARLEY_API_KEY: api_key = "" } = options.told;
    const carrier = createsCallsBy(agent);
    const open: DiallingAgentOptions["open"] =
      carrier === undefined
        ? openSocket
        : async (awaited) => createdCall(carrier, awaited, { url: base, api_key });
    return diallingAgent({ about, command: command ?? "", cwd: folder, env, ready_within_ms, open });
  }
  const url = urlOf(agent) ?? "";
  if (agent.voice) return startBridged(url, options);
  const { calledAgent } = await import("./calls/called-agent.ts");
  return calledAgent({ url, about, ...(await startedAt(url, options)) });
}

/** An agent whose protocol Parley translates. */
async function startBridged(url: string, options: StartOptions): Promise<CalledAgent> {
  const { agent, folder: cwd, prompt_text: prompt, tools, told } = options;
  const { about, command, env, ready_within_ms } = startOf(options);
  const {
    PARLEY_BASE_URL: service_url = "",
    PARLEY_API_KEY: api_key = "",
    PARLEY_WORLD_URL: world_url,
  } = told;
  const { bridgedCaller, tellService } = await import("./calls/bridged-caller.ts");
  const common = { about, report: tellService({ url: service_url, api_key }) };
  if (agent.livekit) {
    const { LivekitLine } = await import("./livekit/line.ts");
    const started = { command: command ?? "", cwd, env, ready_within_ms };
    return bridgedCaller({ ...common, newLine: (report) => new LivekitLine(started, report) });
  }
  if (agent.realtime) {
    const { RealtimeLine } = await import("./realtime/line.ts");
    const started = await startedAt(url, options);
    const session = {
      url,
      prompt,
      tools,
      world_url,
      timeout_ms: ready_within_ms,
      api_key: keyOf("realtime", options),
      stand_ins: agent.realtime.tool_outputs ?? [],
      group: started.group,
    };
    return bridgedCaller({ ...common, ...started, newLine: (report) => new RealtimeLine(session, report) });
  }
  if (agent.elevenlabs) {
    const { ElevenlabsLine } = await import("./elevenlabs/line.ts");
    const started = await startedAt(url, options);
    const { overrides, dynamic_variables, tool_outputs: stand_ins = [] } = agent.elevenlabs;
    const talk = {
      url,
      overrides,
      dynamic_variables,
      stand_ins,
      world_url,
      timeout_ms: ready_within_ms,
      api_key: keyOf("elevenlabs", options),
      group: started.group,
    };
    return bridgedCaller({ ...common, ...started, newLine: (report) => new ElevenlabsLine(talk, report) });
  }
  const { PipecatLine } = await import("./pipecat/line.ts");
  const bot = { url, ready_within_ms, processes: await processesOf(url, options) };
  return bridgedCaller({ ...common, newLine: (report) => new PipecatLine(bot, report) });
}

/** The name of an agent for people: what the file says, or how it is reached. */
export const nameOf = (agent: AgentFields, words: readonly string[] | undefined): string =>
  agent.name ??
  words?.join(" ") ??
  agent.command ??
  agent.module ??
  agent.chat?.model ??
  agent.elevenlabs?.agent_id ??
  urlWithoutSecrets(urlOf(agent) ?? "the agent");

const startOf = ({ agent, words, env, told }: StartOptions) => ({
  about: nameOf(agent, words),
  command: words ?? agent.command,
  env: { ...withoutSecrets(env), ...told, ...agent.env },
  ready_within_ms: agent.ready_within === undefined ? READY_MS : millisecondsOf(agent.ready_within),
});

/** Starts the command, if there is one, and waits until somebody listens at the URL. */
async function startedAt(
  url: string,
  options: StartOptions,
): Promise<{ readonly group?: ProcessGroup; readonly ready_ms?: number }> {
  const { command, env, ready_within_ms: within_ms } = startOf(options);
  if (command === undefined) return {};
  const { agent, folder: cwd, signal } = options;
  const begun = performance.now();
  const group = await startedGroup({ command, cwd, env }, url, { ready: agent.ready, within_ms, signal });
  return { group, ready_ms: performance.now() - begun };
}

/** A bot of Pipecat keeps its context for as long as it runs, so one that Parley starts has a process for each conversation. */
async function processesOf(url: string, options: StartOptions): Promise<Processes | undefined> {
  const { command, env, ready_within_ms: within_ms } = startOf(options);
  if (command === undefined) return undefined;
  const { agent, folder: cwd, signal } = options;
  const { Processes } = await import("./processes/processes.ts");
  return new Processes(() =>
    startedGroup({ command, cwd, env }, url, { ready: agent.ready, within_ms, signal }),
  );
}

/** @throws Trouble if it does not become ready */
export async function startedGroup(
  start: GroupOptions,
  url: string,
  waiting: Omit<Waiting, "address">,
): Promise<ProcessGroup> {
  const address = addressOf(url);
  if (!(await isFree(address)))
    throw new Trouble(
      `port ${address.port} is in use before the agent has started: stop what listens there, or choose another port`,
    );
  const group = startGroup(start);
  await stoppedOnFailure(group, untilReady(group, { ...waiting, address }));
  return group;
}
