// The demo's stage: an empty HOME, a service in memory, and commands run as a shell would run them.
// Everything that is started here is stopped again, whatever happens.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PARLEY = ["bin/parley.js"];
const READY_MS = 30_000;
const STOP_MS = 5_000;
const COMMAND_MS = 120_000;

/** Opens a stage, lets `play` run on it, and clears it away. `signal` ends the play early. */
export async function onStage(root, signal, play) {
  const home = mkdtempSync(join(tmpdir(), "parley-demo-"));
  const env = emptyHome(home);
  let service;
  let agent;
  let hasty;
  let voice;
  const running = new Set();
  try {
    service = await startService(root, env, signal);
    const { url, organizations } = service;
    const [{ api_key }] = organizations;
    // A journal next to the manifests would outlive its service.
    const settings = {
      ...env,
      PARLEY_JOURNAL_DIR: join(home, "journals"),
      PARLEY_BASE_URL: url,
      PARLEY_API_KEY: api_key,
    };
    agent = await startAgent(root, settings, signal);
    const others = { cwd: root, env: settings, signal };
    [hasty, voice] = await Promise.all([
      start(["scripts/demo/hasty-agent.mjs"], others),
      start(["fixtures/agents/voice-agent.mjs", "--port", "0"], others),
    ]);
    await play({
      url,
      agent_url: agent.url,
      hasty_url: hasty.line,
      voice_url: voice.line,
      env: settings,
      home,
      run: (command) => run(command, { root, env: settings, signal, running }),
    });
  } finally {
    // A command of a scene that ended early may still be running.
    await Promise.all([...running].map(stop));
    await stop(voice?.child);
    await stop(hasty?.child);
    await stop(agent?.child);
    await stop(service?.child);
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * This environment without the user's settings, profiles and proxies, so that the demo touches none of them.
 */
function emptyHome(home) {
  const own = /^(?:PARLEY_|XDG_|https?_proxy$|all_proxy$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
}

async function startService(cwd, env, signal) {
  const flags = ["--memory", "--port", "0", "--seed", "fixtures/seed.yaml", "--json"];
  const { child, line } = await start([...PARLEY, "serve", "--log", "off", ...flags], { cwd, env, signal });
  return { ...JSON.parse(line), child };
}

/** The agent under test: a separate program, as a user's would be. It uses the seed's key for signatures. */
async function startAgent(cwd, env, signal) {
  const words = ["fixtures/agents/booking-agent.mjs", "--port", "0", "--webhook-key", "whsec_local"];
  const { child, line } = await start(words, { cwd, env, signal });
  return { url: `${line.split(" ").at(-1)}/agent`, child };
}

/** Starts a program that keeps running, and waits for its first line. */
async function start(words, { cwd, env, signal }) {
  const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", 2] });
  try {
    const timely = AbortSignal.any([signal, AbortSignal.timeout(READY_MS)]);
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), "line", { signal: timely }),
      once(child, "close").then(([code]) => Promise.reject(new Error(`${words[0]} ended with exit ${code}`))),
    ]);
    return { child, line };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

async function stop(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await closed;
  clearTimeout(late);
}

/**
 * Runs one command in front of the audience. Errors and remarks are written to the same place as its data, in
 * order.
 * @param hides whether its output is captured and not shown
 * @param learns whether its output is captured and shown; otherwise a terminal gets tables
 * @returns its exit code and, if captured, its output
 */
async function run({ args, hides = false, learns = false }, { root, env, signal, running }) {
  signal.throwIfAborted();
  const captures = hides || learns;
  const child = spawn(process.execPath, [...PARLEY, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", captures ? "pipe" : 1, hides ? "pipe" : 1],
  });
  running.add(child);
  const kill = () => void stop(child);
  signal.addEventListener("abort", kill, { once: true });
  const late = setTimeout(kill, COMMAND_MS);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!hides) process.stdout.write(text);
    });
  const [code] = await once(child, "close");
  clearTimeout(late);
  running.delete(child);
  signal.removeEventListener("abort", kill);
  signal.throwIfAborted();
  return { code, output };
}

/** A command line as a person would type it. */
export const commandLine = ({ args }) => ["parley", ...args.map(quote)].join(" ");

const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
