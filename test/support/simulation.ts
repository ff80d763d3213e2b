/**
 * Plays simulation 7 of agent 101 and its runs on the recorder. The test sets the outcomes of conversations.
 */
import type { Recorded, Reply } from "./recorder.ts";
import { KINDS, VersionsPlayed } from "./versions.ts";

/** A conversation in the form of the service's answers, once it is over. */
export interface PlayedConversation {
  readonly digital_human_id: number;
  readonly repetition?: number;
  readonly status?: string;
  readonly end_reason?: string;
  readonly outcome?: string | null;
  readonly outcome_reason?: string | null;
  readonly evaluation?: object | null;
  readonly suspicions?: readonly object[];
  readonly criteria?: object;
  readonly tool_calls?: readonly object[];
  /** What shows that the agent ran the tested versions. */
  readonly versions?: object | null;
}

/** The versions of a conversation whose agent confirmed them, or said something else. */
export const ran = (evidence: "confirmed" | "told" | "mismatch" | "unknown", ...said: number[]) => ({
  prompt_evidence: evidence,
  knowledge_base_evidence: evidence,
  stated: said.map((version) => ({
    by: "message",
    prompt_version: version,
    knowledge_base_version: version,
  })),
});

export const passed = (
  digital_human_id: number,
  fields: Partial<PlayedConversation> = {},
): PlayedConversation => ({
  digital_human_id,
  status: "COMPLETED",
  end_reason: "goal_reached",
  outcome: "passed",
  outcome_reason: "the digital human got what it wanted",
  versions: ran("confirmed"),
  ...fields,
});

export const failed = (
  digital_human_id: number,
  fields: Partial<PlayedConversation> = {},
): PlayedConversation =>
  passed(digital_human_id, {
    end_reason: "refused",
    outcome: "failed",
    outcome_reason: "the digital human did not get what it wanted",
    ...fields,
  });

export const unreachable = (digital_human_id: number): PlayedConversation => ({
  digital_human_id,
  status: "INCOMPLETED",
  end_reason: "agent_unreachable",
  outcome: "incompleted",
  outcome_reason: "the agent could not be reached",
});

/** A verdict of a pass_fail metric. */
export const verdict = (name: string, value: boolean | null, fields: object = {}) => ({
  name,
  response_type: "pass_fail",
  status: value === null ? "NOT_EVALUATED" : "EVALUATED",
  value,
  ...fields,
});

/** A built-in metric. */
export const measured = (id: string, value: number) => ({ id, status: "EVALUATED", value, unit: "ms" });

export class SimulationPlayed {
  readonly #versions = new VersionsPlayed(KINDS[0], { production: 3, candidate: 4 });
  readonly #runs: readonly (readonly PlayedConversation[])[];
  #started = 0;
  #looks = 0;

  /**
   * @param runs the outcomes of the conversations of the first, second, … run; at the first look, they are
   * still running
   */
  constructor(...runs: readonly PlayedConversation[][]) {
    this.#runs = runs;
  }

  readonly answer = (request: Recorded): Reply => {
    const { pathname } = new URL(request.path, "http://service");
    if (pathname.startsWith("/v1/agents/101/prompts/versions")) return this.#versions.answer(request);
    switch (pathname) {
      case "/v1/simulation/7":
        return { body: { id: 7, name: "Smoke", agent_id: 101, digital_human_ids: [501, 502] } };
      case "/v1/digital-humans-by-simulation/7":
        return {
          body: {
            simulation_id: 7,
            total: 2,
            digital_humans: [{ id: 501, name: "Refund | angry" }, { id: 502 }],
          },
        };
      case "/v1/agents/101/knowledge-bases/versions":
        return { body: [] };
      case "/v1/queue-http-text-simulation-run":
        return this.#start();
      case "/v1/end-conversations":
        return { body: { ended: request.body.test_result_ids, already_ended: [] } };
      default: {
        const id = pathname.split("/").at(-1) ?? "";
        if (pathname.startsWith("/v1/retrieve-simulation-results/")) return this.#results(Number(id));
        if (pathname.startsWith("/v1/retrieve-simulation-result/"))
          return { body: { simulation_result: this.#result(id) } };
        return { status: 404, body: { detail: `${pathname} not found` } };
      }
    }
  };

  #start(): Reply {
    const run = 900 + this.#started++;
    this.#looks = 0;
    const ids = this.#conversations(run).map((_, at) => `${run}.${at}`);
    return {
      body: {
        simulation_run_id: String(run),
        simulation_result_ids: ids,
        agent_id: "101",
        status: "success",
        seed: "1",
      },
    };
  }

  /** Like the service, the list leaves out the evaluations. */
  #results(run: number): Reply {
    const over = this.#looks++ > 0;
    const simulation_results = this.#conversations(run).map(({ digital_human_id }, at) => {
      const { evaluation, ...listed } = this.#result(`${run}.${at}`);
      return over ? listed : { id: listed.id, digital_human_id, status: "RUNNING" };
    });
    return { body: { simulation_run: { id: String(run), simulation_id: "7" }, simulation_results } };
  }

  #result(id: string) {
    const [run = 0, at = 0] = id.split(".").map(Number);
    const conversation = this.#conversations(run)[at];
    return { id, simulation_run_id: run, simulation_id: 7, agent_id: 101, evaluation: null, ...conversation };
  }

  #conversations(run: number): readonly PlayedConversation[] {
    return this.#runs[run - 900] ?? [];
  }
}
