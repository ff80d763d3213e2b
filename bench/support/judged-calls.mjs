/** A service whose model is a slow judge, and calls that it judges. */
import { setTimeout as sleep } from "node:timers/promises";
import { KEY, startServer, startService } from "./processes.mjs";

/** How long the judge takes for an answer. */
export const THINKING_MS = 100;

const SEED = {
  kind: "Seed",
  organizations: [{ name: "bench", api_key: KEY, agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] }],
};

/** Starts both. Each round gets `questions`, in two ways. */
export async function useJudgedCalls(folder, questions) {
  const judge = await startServer("slow-judge.mjs", String(THINKING_MS));
  const service = await startService(folder, SEED, ["--memory"], {
    env: { PARLEY_LLM_BASE_URL: `${judge.url}/v1`, PARLEY_LLM_MODEL: "judge" },
  });

  async function call(method, path, body) {
    const response = await fetch(`${service.url}/v1/${path}`, {
      method,
      headers: { "x-api-key": KEY, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  const metrics = [];
  for (let i = 0; i < questions; i++) {
    const fields = { name: `Polite ${i}`, response_type: "pass_fail" };
    metrics.push((await call("POST", "create-custom-metric", fields)).id);
  }

  let calls = 0;
  async function judged(custom_metrics) {
    const { call_id } = await call("POST", "evaluate", {
      agent_id: "101",
      start_time_utc: "2026-01-01T00:00:00Z",
      participants: [{ role: "AGENT", spoke_first: true }, { role: "USER" }],
      // A different one each time, because answers of the model are kept.
      transcript: [{ speaker: "AGENT", utterance: `Good morning, caller ${calls++}.` }],
      custom_metrics,
    });
    for (;;) {
      const {
        call_log: { evaluation },
      } = await call("GET", `retrieve-call-log/${call_id}`);
      if (evaluation) {
        if (evaluation.counts.passed !== custom_metrics.length)
          throw new Error(`not judged: ${JSON.stringify(evaluation.counts)}`);
        return;
      }
      await sleep(100);
    }
  }

  /** How many times longer the judge's answers would have taken one after the other. */
  async function overlap(work) {
    await work();
    const told = await (await fetch(`${judge.url}/bench`)).json();
    if (told.questions !== questions) throw new Error(`the judge was asked ${told.questions} times`);
    return told.one_by_one_ms / told.together_ms;
  }

  return {
    metricsOfOneCall: () => overlap(() => judged(metrics)),
    oneMetricOfCalls: () => overlap(() => Promise.all(metrics.map((id) => judged([id])))),
    async stop() {
      await service.stop();
      await judge.stop();
    },
  };
}
