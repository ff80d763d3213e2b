import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { maskInUrl } from "../../client/redact.ts";
import { connectionFault } from "../../contract/rules/agent-reach.ts";
import { EXIT_CODES, Failure } from "../../lib/failure.ts";
import { modelSettings } from "../config/model.ts";
import { readProfiles } from "../config/profiles.ts";
import { withoutKey } from "../config/settings.ts";
import type { Context } from "../context.ts";
import { wrap } from "../render/evaluation/wrap.ts";
import { defineCommand } from "./command.ts";
import type { Agent } from "./shared/find-agent.ts";
import { reachAgent } from "./shared/reach-agent.ts";

interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "error";
  readonly finding: string;
  readonly hint: string | null;
}

export const command = defineCommand({
  about:
    "Checks the configuration, stored profiles, project file, proxies, the service, the agents, and the model, and says what is wrong and what to do. Exit code 0 if nothing is wrong.",
  examples: [
    ["parley doctor", "what is configured, where it comes from, and whether the service answers"],
    ["parley doctor --json", "the same for a bug report, without secrets"],
  ],
  view: { kind: "rows", columns: ["check", "state", "finding", "hint"], terminal: findingLines },
  async run(context) {
    const data: Finding[] = [
      ok("parley", `${context.version} on Node ${context.nodeVersion}, ${context.platform}`),
      await profiles(context),
    ];
    data.push(...(await settings(context)));
    const worst = data.find(({ state }) => state === "error");
    return { data, exitCode: worst ? EXIT_CODES.failed : EXIT_CODES.done };
  },
});

/** A line for each finding, with its hint below. Nothing is cut. */
function findingLines(findings: readonly Finding[], columns: number): string {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  const states = widest(findings.map(({ state }) => state));
  const checks = widest(findings.map(({ check }) => check));
  return findings
    .flatMap(({ check, state, finding, hint }) => {
      const head = `${state.padEnd(states)}  ${check.padEnd(checks)}  `;
      return [
        ...wrap(head, finding, columns),
        ...(hint ? wrap(`${" ".repeat(head.length)}hint: `, hint, columns) : []),
      ];
    })
    .join("\n");
}

const ok = (check: string, finding: string): Finding => ({ check, state: "ok", finding, hint: null });
const fault = (check: string, error: unknown): Finding => {
  const { message } = error as Error;
  const hint = error instanceof Failure ? (error.options.hint ?? null) : null;
  const where = error instanceof Failure && error.options.where ? ` (${error.options.where})` : "";
  return { check, state: "error", finding: message + where, hint };
};

async function profiles({ configFolder, platform }: Context): Promise<Finding> {
  const check = "profiles";
  try {
    const { profiles: stored, current } = readProfiles(configFolder);
    const names = Object.keys(stored);
    if (names.length === 0) return ok(check, `none in ${configFolder}`);
    const file = join(configFolder, "config.json");
    await access(file, constants.W_OK);
    const { mode } = await stat(file);
    // Windows has no mode bits. Its user folders are private by default.
    if (platform !== "win32" && (mode & 0o077) !== 0)
      return {
        check,
        state: "warning",
        finding: `other users can read ${file}`,
        hint: `run chmod 600 ${file}`,
      };
    return ok(check, `${names.join(", ")} in ${configFolder}; current: ${current ?? "none"}`);
  } catch (error) {
    return fault(check, error);
  }
}

async function settings(context: Context): Promise<Finding[]> {
  try {
    const { base_url, api_key, key_refused, project_file } = await context.settings();
    const findings = [
      ok("project file", project_file ?? "none"),
      ok("base URL", `${base_url.value} (from ${base_url.source})`),
      proxy(context, base_url.value),
    ];
    if (!api_key) {
      return [...findings, fault("API key", withoutKey(key_refused))];
    }
    return [
      ...findings,
      ok("API key", `from ${api_key.source}`),
      ...(await service(context)),
      model(context),
    ];
  } catch (error) {
    return [fault("settings", error)];
  }
}

function proxy({ env }: Context, base_url: string): Finding {
  const name = base_url.startsWith("https:") ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const set_variable = name.find((variable) => env[variable]);
  if (!set_variable) return ok("proxy", "none");
  const { host } = URL.canParse(env[set_variable] ?? "")
    ? new URL(env[set_variable] ?? "")
    : { host: "unreadable" };
  const except = env["no_proxy"] ?? env["NO_PROXY"];
  return ok("proxy", `${host} (from ${set_variable})${except ? `, not for ${except}` : ""}`);
}

async function service(context: Context): Promise<Finding[]> {
  const began = performance.now();
  try {
    const agents = await context.read("list_agents", {});
    const milliseconds = Math.round(performance.now() - began);
    const answers = ok(
      "service",
      `answers in ${milliseconds} ms and accepts the key; ${agents.length === 1 ? "1 agent" : `${agents.length} agents`}`,
    );
    return [answers, ...(await tryAgents(context, agents))];
  } catch (error) {
    return [fault("service", error)];
  }
}

/** The command tries at most this many agents. */
const TRIED = 10;

/** Tries the configured agent, or the first few. */
async function tryAgents(context: Context, agents: readonly Agent[]): Promise<Finding[]> {
  const { agent } = await context.settings();
  const tried = agents.filter(({ id }) => !agent || String(id) === agent.value).slice(0, TRIED);
  const findings = await Promise.all(
    tried.map(async (agent): Promise<Finding[]> => {
      const { id } = agent;
      const reached = await reachAgent(context, agent);
      if (!reached) return unreachable(agent);
      const { url, field, cause, isCertain } = reached;
      if (cause === undefined) return [ok(`agent ${id}`, `listens at ${url}`)];
      return [
        {
          check: `agent ${id}`,
          state: isCertain ? "error" : "warning",
          finding: `cannot be reached from here at ${url}: ${cause}`,
          hint: `start the agent, or correct its ${field}`,
        },
      ];
    }),
  );
  return findings.flat();
}

function unreachable(agent: Agent): Finding[] {
  const incomplete = connectionFault(agent.id, agent);
  if (!incomplete) return [];
  return [
    {
      check: `agent ${agent.id}`,
      state: "warning",
      finding: `simulations cannot reach it: ${incomplete.why}`,
      hint: `run \`${incomplete.command}\``,
    },
  ];
}

/** The model that a service started in this environment would use. */
function model({ env }: Context): Finding {
  const check = "model";
  try {
    const settings = modelSettings(env);
    if (settings) return ok(check, `${settings.model} at ${maskInUrl(settings.base_url)}`);
    return {
      ...ok(check, "none is configured here: `parley serve` leaves metrics that need a judge unevaluated"),
      hint: "set PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL for `parley serve`; another service has its own",
    };
  } catch (error) {
    return fault(check, error);
  }
}
