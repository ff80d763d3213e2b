/**
 * LiveKit's own text simulation, for an agent in JavaScript: without it, its console opens the speech services that the
 * agent uses. It changes two methods of the agent's own `@livekit/agents` before the agent starts. Where that package has
 * another form, nothing is changed.
 */
const PRELOAD = `
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

if (process.argv.includes("--connect-addr")) {
  try {
    const required = createRequire(join(process.cwd(), "agent.js")).resolve("@livekit/agents");
    const { href } = pathToFileURL(required.replace(/\\.cjs$/, ".js"));
    const { JobContext, SimulationContext, parseSimulationDispatch, voice } = await import(href);
    const { simulationContext } = JobContext.prototype;
    const { start } = voice.AgentSession.prototype;
    const contexts = new WeakMap();
    const textContext = (job) => {
      const dispatch = parseSimulationDispatch('{"simulationRunId":"parley","mode":"SIMULATION_MODE_TEXT"}');
      if (!contexts.has(job)) contexts.set(job, new SimulationContext(dispatch, job));
      return contexts.get(job);
    };
    JobContext.prototype.simulationContext = function () {
      return simulationContext.call(this) ?? textContext(this);
    };
    voice.AgentSession.prototype.start = function (...options) {
      this.input.setAudioEnabled(false);
      this.output.setAudioEnabled(false);
      return start.apply(this, options);
    };
  } catch {}
}
`;

/** The environment in which an agent of LiveKit runs by text. */
export const inTextMode = (env: Readonly<Record<string, string | undefined>>) => ({
  ...env,
  NODE_OPTIONS:
    `${env["NODE_OPTIONS"] ?? ""} --import data:text/javascript,${encodeURIComponent(PRELOAD).replaceAll("'", "%27")}`.trim(),
});
