/** What a key holder sends to each operation with the ids of another organization's objects. */
import { expect } from "vitest";
import type { Operation } from "../../../src/contract/endpoints.ts";
import type { Reply } from "../../support/service.ts";
import { type Conversation, vendorLogs } from "../../support/vendor-logs.ts";
import { CONDITION, GRAPH, SCENARIO, spanOf, type World } from "./world.ts";

export interface Attempt {
  /** Path parameters, followed by query parameters. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  /** Answers with success because it finds nothing, instead of 404. */
  readonly finds_nothing?: (body: Reply["body"]) => unknown;
  /** The refusal that the other organization gets, if not 404. */
  readonly refused_with?: number;
  /** The owner's status, if not success. */
  readonly owner_gets?: number;
}

const agent = ({ agent_id }: World) => ({ agent_id });
const simulation = (it: World) => ({ simulation_id: it.simulation });
const human = (it: World) => ({ digital_human_id: it.digital_human });
const lab = (it: World) => ({ lab_id: it.lab });
const REWRITTEN = { name: "Kind", prompt: "Is the agent kind?" };
const RIGHT = { human_response_value: "pass" };
const onCall = (id: string) => ({ conversation: { type: "call", id } });
const byMetric = (id: string) => ({ metrics: { type: "custom_metric", custom_metric_ids: [id] } });
const byRevision = (id: string) => ({
  metrics: { type: "custom_metric_revision", custom_metric_revision_id: id },
});
const versionOf = (it: World, version: number) => ({ agent_id: it.agent_id, version });
const LABELS = { labels: ["spare"] };

/** The measurements refer to nothing that an organization has. */
const CERTIFICATE = {
  response_type: "yes_no",
  metric_sha256: "0".repeat(64),
  question_sha256: "0".repeat(64),
  model: "a",
  votes: 1,
  labels_sha256: "0".repeat(64),
  measured: {
    ...{ examples: 0, judged: 0, accuracy: null, f1: null, mean_absolute_error: null, flip_rate: null },
    ...{
      kappa: null,
      classes: [],
      cost: { calls: 0, prompt_tokens: null, completion_tokens: null },
      confusion: [],
    },
  },
};

const empty = (field: string) => (body: Reply["body"]) => expect(body[field]).toEqual([]);
const none = (field: string) => (body: Reply["body"]) => expect(body[field]).toBe(0);
/**
 * A list of everything in the organization, or a request that refers to nothing. The other's mark would
 * appear in it.
 */
const ALL: Attempt = { finds_nothing: () => undefined };

/**
 * The requests to each operation. `it` are the objects of the other organization, `own` those of the sender,
 * who is refused with 404. The owner sends the same with both as its own objects, in this order, so deletions
 * come after everything that needs the object.
 */
export const attempts: Readonly<Record<Operation, (it: World, own: World) => readonly Attempt[]>> = {
  list_agents: () => [ALL],
  list_all_digital_humans: () => [ALL],
  list_folders: () => [ALL],
  list_communities: (it) => [ALL, { query: `digital_human_id=${it.digital_human}` }],
  list_alerts: () => [ALL],
  list_alert_results: (it) => [{ params: { alert_id: it.alert } }],
  list_phone_numbers: () => [ALL],
  list_schedules: () => [ALL],
  list_simulations: () => [ALL],
  list_webhooks: () => [ALL],
  list_webhook_deliveries: (it) => [
    ALL,
    { query: `simulation_result_id=${it.ended}`, finds_nothing: empty("deliveries") },
  ],
  list_said: (it) => [{ query: `text=${it.mark}`, finds_nothing: empty("matches") }],
  list_verdict_marks: (it) => [ALL, { query: `call_id=${it.call}`, finds_nothing: empty("marks") }],
  list_judge_certificates: () => [ALL],
  list_review_queue: (it) => [{ query: `metric=${it.mark}&labeller=anna`, finds_nothing: empty("items") }],
  store_judge_certificate: () => [{ ...ALL, body: { ...CERTIFICATE, metric: "Tone" } }],
  list_custom_metrics: (it) => [ALL, { query: `agent_id=${it.agent_id}` }],
  list_all_call_logs: (it) => [
    ALL,
    { query: `tag=${it.handle}`, finds_nothing: empty("call_logs") },
    { query: `agent_id=${it.agent_id}` },
  ],
  list_customer_traits: (it) => [ALL, { query: `agent_id=${it.agent_id}` }],
  list_all_workflows: (it) => [ALL, { query: `agent_id=${it.agent_id}` }],

  get_agent: (it) => [{ params: agent(it) }],
  get_agent_by_external_id: (it) => [{ params: { external_id: it.handle } }],
  list_agents_by_folder: (it) => [{ params: { folder_id: it.folder } }],
  get_folder: (it) => [{ params: { folder_id: it.folder } }],
  get_custom_metric: (it) => [{ params: { metric_id: it.metric } }],
  list_custom_metrics_by_agent: (it) => [{ params: agent(it) }],
  get_digital_human: (it) => [{ params: human(it) }],
  get_digital_human_by_test_name: (it) => [{ params: { test_name: it.handle } }],
  list_digital_humans: (it) => [{ params: simulation(it) }],
  get_community: (it) => [{ params: { community_id: it.community } }],
  get_customer_persona: (it) => [{ params: { persona_id: it.persona } }],
  list_customer_personas: (it) => [{ params: agent(it) }],
  get_customer_trait: (it) => [{ params: { trait_id: it.trait } }],
  get_simulation: (it) => [{ params: simulation(it) }],
  list_simulations_by_agent: (it) => [{ params: agent(it) }],
  list_simulation_runs: (it) => [{ params: simulation(it) }],
  list_simulation_results: (it) => [{ params: { simulation_run_id: it.run } }],
  get_simulation_result: (it) => [{ params: { simulation_result_id: it.ended } }],
  replay_simulation_result: (it) => [{ params: { simulation_result_id: it.ended } }],
  get_result_recording: (it) => [{ params: { simulation_result_id: it.ended } }],
  get_result_recording_peaks: (it) => [{ params: { simulation_result_id: it.ended } }],
  check_queued_run: (it) => [{ params: { simulation_run_id: it.run } }],
  get_simulation_as_code: (it) => [{ params: simulation(it) }],
  get_agent_as_code: (it) => [{ params: agent(it) }],
  get_digital_human_as_code: (it) => [{ params: human(it) }],
  get_custom_metric_as_code: (it) => [{ params: { metric_id: it.metric } }],
  list_prompt_versions: (it) => [{ params: agent(it) }],
  get_prompt: (it, own) => [
    { params: { ...agent(it), prompt_id: it.prompt } },
    { params: { ...agent(own), prompt_id: it.prompt } },
  ],
  get_labelled_prompt: (it, own) => [
    { params: agent(it), query: `label=${it.handle}` },
    { params: agent(own), query: `label=${it.handle}` },
  ],
  get_prompt_version: (it) => [{ params: versionOf(it, 1) }],
  list_prompt_version_labels: (it) => [{ params: versionOf(it, 1) }],
  list_prompt_policies: (it) => [{ params: versionOf(it, 1) }],
  review_prompt_policies: (it) => [{ params: versionOf(it, 1), body: { policies: [] } }],
  draft_prompt_policies: (it) => [{ params: versionOf(it, 1), body: {} }],
  list_knowledge_base_versions: (it) => [{ params: agent(it) }],
  get_knowledge_base: (it, own) => [
    { params: { ...agent(it), kb_id: it.kb } },
    { params: { ...agent(own), kb_id: it.kb } },
  ],
  get_labelled_knowledge_base: (it, own) => [
    { params: agent(it), query: `label=${it.handle}` },
    { params: agent(own), query: `label=${it.handle}` },
  ],
  get_knowledge_base_version: (it) => [{ params: versionOf(it, 1) }],
  list_knowledge_base_version_labels: (it) => [{ params: versionOf(it, 1) }],
  list_labels: (it) => [{ params: agent(it) }],
  get_label: (it, own) => [
    { params: { ...agent(it), label_id: it.label_id } },
    { params: { ...agent(own), label_id: it.label_id } },
  ],
  list_label_moves: (it) => [{ params: agent(it) }],
  get_call_log: (it) => [{ params: { call_id: it.call } }],
  find_call_log: (it) => [{ query: `call_id=${it.call}` }],
  list_call_logs: (it) => [{ params: agent(it) }],
  get_call_recording: (it) => [{ params: { call_id: it.call } }],
  get_recording_peaks: (it) => [{ params: { call_id: it.call } }],
  get_trace_summary: (it) => [
    { query: `call_id=${it.call}` },
    { query: `simulation_result_id=${it.ended}` },
    { query: `trace_id=${it.trace}`, finds_nothing: none("spans") },
  ],
  get_workflow: (it) => [{ params: { workflow_id: it.workflow } }],
  list_shared_knowledge_bases: () => [ALL],
  get_shared_knowledge_base: (it) => [{ params: { knowledge_base_id: it.shared_kb } }],
  create_shared_knowledge_base: () => [{ ...ALL, body: { name: "Mine" } }],
  list_scenarios: (it) => [ALL, { query: `agent_id=${it.agent_id}` }],
  get_scenario: (it) => [{ params: { workflow_id: it.scenario } }],
  list_workflows: (it) => [{ params: agent(it) }],
  compare_experiment_runs: (it, own) => [{ body: { experiment_run_ids: [own.run, it.run] } }],

  generate_goals: (it) => [{ body: { agent_id: String(it.agent_id) } }],
  generate_customer_personas: (it) => [{ body: { agent_id: String(it.agent_id) } }],
  generate_custom_metrics: (it) => [{ body: { agent_id: String(it.agent_id) } }],
  generate_objectives: (it) => [{ body: { test_case_id: it.digital_human } }],
  generate_intent_summary: (it) => [{ body: { test_case_id: it.digital_human } }],
  generate_prompt_summary: (it) => [{ body: { prompt_id: it.prompt } }],
  generate_formatted_transcript: () => [{ ...ALL, body: { original_transcript: "Agent: Hello" } }],
  // The service has no language model, so both organizations are told so.
  optimize_metric_prompt: () => [{ body: REWRITTEN, refused_with: 409, owner_gets: 409 }],
  optimize_metric_prompt_with_diff: (it) => [
    { body: { ...REWRITTEN, evaluation_diffs: [{ call_id: it.call }] }, refused_with: 409, owner_gets: 409 },
  ],
  lint_custom_metric: () => [{ ...ALL, body: { name: "Kind", response_type: "pass_fail" } }],
  calibrate_judge: () => [
    {
      ...ALL,
      body: {
        metric: { name: "Kind", response_type: "pass_fail" },
        examples: [{ transcript: [{ speaker: "AGENT", utterance: "Hello" }], expected: true }],
      },
    },
  ],
  test_agent: (it) => [{ params: agent(it), body: { message: "Hello" } }],
  test_agent_connection: (it) => [{ params: agent(it) }],
  create_console_link: () => [ALL],
  create_webhook: () => [{ ...ALL, body: { url: "https://example.com/hook", tag: "new" } }],
  create_folder: () => [{ ...ALL, body: { name: "Mine" } }],
  create_alert: (it) => [{ body: { ...CONDITION, applies_to_all_agents: false, agent_ids: [it.agent_id] } }],
  create_schedule: (it) => [
    { body: { simulation_id: String(it.simulation), schedule: { frequency: "daily", time: "06:00" } } },
  ],
  create_agent: (it) => [{ ...ALL, body: { name: "Desk", folder_id: it.folder } }],
  create_community: (it) => [{ body: { title: "Mine", digital_human_ids: [it.digital_human] } }],
  create_customer_persona: (it) => [
    { body: { agent_id: it.agent_id, name: "Ann", description: "Busy", goal: "Book" } },
  ],
  create_customer_trait: (it) => [{ body: { agent_id: it.agent_id, name: "vip", data_type: "BOOLEAN" } }],
  create_workflow: (it) => [{ body: { agent_ids: [it.agent_id], name: "Mine", definition: GRAPH } }],
  create_scenario: (it) => [{ body: { agent_ids: [it.agent_id], name: "Mine", definition: SCENARIO } }],
  create_lab: (it) => [
    { body: { name: "Mine", conversations: [{ call_id: it.call }], metric_ids: [] } },
    { body: { name: "Mine", conversations: [{ test_result_id: it.ended }], metric_ids: [] } },
    { body: { name: "Mine", conversations: [], metric_ids: [it.metric] } },
  ],
  create_custom_metric: (it) => [
    { body: { name: "Kind", response_type: "pass_fail", agent_ids: [it.agent_id] } },
  ],
  create_custom_metrics: (it) => [
    { body: { metrics: [{ name: "Brief", response_type: "pass_fail", agent_ids: [it.agent_id] }] } },
  ],
  create_digital_human: (it, own) => [
    { body: { digital_human: { name: "Eve" }, simulation_ids: [own.simulation, it.simulation] } },
  ],
  create_digital_humans: (it) => [
    { body: { digital_humans: [{ name: "Bob" }], simulation_ids: [it.simulation] } },
  ],
  generate_digital_humans: (it, own) => [
    { body: { agent_id: String(it.agent_id), red_teaming: 1 } },
    { body: { agent_id: String(own.agent_id), red_teaming: 1, simulation_id: String(it.simulation) } },
    { body: { agent_id: String(own.agent_id), policy_probes: 1, prompt_id: it.prompt } },
    { body: { agent_id: String(own.agent_id), red_teaming: 1, knowledge_base_id: it.kb } },
    { body: { agent_id: String(own.agent_id), workflow_adherence: { [it.workflow]: 1 } }, refused_with: 400 },
    { body: { agent_id: String(own.agent_id), replay_transcript: [{ conversation_id: it.call }] } },
  ],
  create_simulation: (it, own) => [
    { body: { agent_id: String(it.agent_id), name: "Mine" } },
    { body: { agent_id: String(own.agent_id), name: "Mine", digital_human_ids: [it.digital_human] } },
    { body: { agent_id: String(own.agent_id), name: "Mine", prompt_id: it.prompt } },
    { body: { agent_id: String(own.agent_id), name: "Mine", knowledge_base_id: it.kb } },
    { body: { agent_id: String(own.agent_id), name: "Mine", selected_custom_metrics: [it.metric] } },
  ],
  update_simulation: (it, own) => [
    { params: simulation(it), body: { max_turns: 3 } },
    { params: simulation(own), body: { prompt_id: it.prompt } },
    { params: simulation(own), body: { knowledge_base_id: it.kb } },
    { params: simulation(own), body: { selected_custom_metrics: [it.metric] } },
  ],
  add_digital_humans: (it, own) => [
    { params: simulation(it), body: { digital_human_ids: [own.digital_human] } },
    { params: simulation(own), body: { digital_human_ids: [it.digital_human] } },
  ],
  create_prompt_version: (it) => [{ params: agent(it), body: { prompt_text: "Obey me" } }],
  create_knowledge_base_version: (it) => [{ params: agent(it), body: { kb_text: "Open never" } }],
  add_prompt_labels: (it) => [{ params: versionOf(it, 2), body: LABELS }],
  remove_prompt_labels: (it) => [{ params: versionOf(it, 2), body: LABELS }],
  add_knowledge_base_labels: (it) => [{ params: versionOf(it, 2), body: LABELS }],
  remove_knowledge_base_labels: (it) => [{ params: versionOf(it, 2), body: LABELS }],
  promote_prompt: (it, own) => [
    { params: agent(it), query: `prompt_id=${it.released}` },
    { params: agent(own), query: `prompt_id=${it.released}` },
  ],
  explain_label_move: (it) => [
    { params: agent(it), body: { kind: "prompt", label: "production", version: 4, action: "promote" } },
  ],
  create_label: (it) => [{ params: agent(it), body: { label_text: "mine" } }],
  rename_label: (it, own) => [
    { params: { ...agent(it), label_id: it.label_id }, body: { label_text: it.handle } },
    { params: { ...agent(own), label_id: it.label_id }, body: { label_text: it.handle } },
  ],
  queue_http_text_simulation_run: (it, own) => [
    { body: { simulation_id: String(it.simulation) } },
    { body: { simulation_id: String(own.simulation), prompt_id: it.prompt } },
    { body: { simulation_id: String(own.simulation), knowledge_base_id: it.kb } },
    { body: { simulation_id: String(own.simulation), digital_human_ids: [String(it.digital_human)] } },
  ],
  // The agent cannot be called by phone, but it is found first.
  queue_simulation_run: (it) => [{ body: { simulation_id: String(it.simulation) }, owner_gets: 400 }],
  send_http_text_message: (it) => [{ body: { simulation_result_id: it.open, message: "Hello" } }],
  update_simulation_result: (it) => [{ body: { simulation_result_id: it.open, tags: ["taken"] } }],
  end_conversations: (it) => [
    {
      body: { test_result_ids: [Number(it.open)] },
    },
  ],
  evaluate: (it, own) => [
    { body: { ...CALL, agent_id: String(it.agent_id) } },
    { body: { ...CALL, agent_id: String(own.agent_id), custom_metrics: [it.metric] } },
  ],
  evaluate_call: (it) => [{ body: { ...CALL, agent_id: String(it.agent_id) } }],
  update_call_log: (it) => [{ params: { call_id: it.call }, body: { metadata: { taken: true } } }],
  mark_verdict: (it) => [
    { body: { call_id: it.call, metric: "Kind", is_right: false } },
    { body: { simulation_result_id: it.ended, metric: "Kind", is_right: false } },
  ],
  import_call: (it) => [
    {
      params: { vendor: "retell" },
      query: `agent_id=${it.agent_id}`,
      body: vendorLogs.retell?.log({ ...IMPORTED, id: it.handle }),
    },
  ],
  // A span that claims a conversation of another organization does not make it theirs.
  export_traces: (it, own) => [{ ...ALL, body: spanOf(own.trace, it.open) }],
  redeliver_webhook: (it) => [{ params: { id: it.delivery } }],
  update_agent: (it, own) => [
    { body: { agent_id: String(it.agent_id), name: "Taken" } },
    // The folder is an ordinary field. It is looked up only when its agents are listed, and only those of its
    // organization.
    { ...ALL, body: { agent_id: String(own.agent_id), folder_id: it.folder } },
  ],
  update_agent_by_external_id: (it) => [{ body: { external_agent_id: it.handle, name: "Taken" } }],
  move_agent_to_folder: (it, own) => [
    { body: { agent_id: it.agent_id, folder_id: own.folder } },
    { body: { agent_id: own.agent_id, folder_id: it.folder } },
  ],
  update_folder: (it) => [{ params: { folder_id: it.folder }, body: { name: "Taken" } }],
  update_custom_metric: (it, own) => [
    { params: { metric_id: it.metric }, body: { name: "Taken" } },
    { params: { metric_id: own.metric }, body: { agent_ids: [it.agent_id] } },
  ],
  update_custom_metrics: (it, own) => [
    { body: { metric_ids: [own.metric, it.metric], updates: { tags: ["taken"] } } },
    { body: { metric_ids: [own.metric], updates: { agent_ids: [it.agent_id] } } },
  ],
  update_digital_human: (it, own) => [
    { params: human(it), body: { name: "Taken" } },
    { params: human(own), body: { simulation_ids: [it.simulation] } },
  ],
  update_digital_humans: (it, own) => [
    {
      body: { updates: [{ digital_human_id: it.digital_human, update: { name: "Taken" } }] },
      finds_nothing: empty("updated"),
    },
    {
      body: {
        updates: [{ digital_human_id: own.digital_human, update: { simulation_ids: [it.simulation] } }],
      },
      finds_nothing: empty("updated"),
    },
  ],
  update_community: (it, own) => [
    { params: { community_id: it.community }, body: { title: "Taken" } },
    { params: { community_id: own.community }, body: { digital_human_ids: [it.digital_human] } },
  ],
  add_to_community: (it, own) => [
    { params: { community_id: it.community }, body: { digital_human_ids: [own.digital_human] } },
    { params: { community_id: own.community }, body: { digital_human_ids: [it.digital_human] } },
  ],
  update_customer_persona: (it) => [{ params: { persona_id: it.persona }, body: { goal: "Taken" } }],
  update_customer_trait: (it) => [{ params: { trait_id: it.trait }, body: { name: "taken" } }],
  update_schedule: (it) => [{ params: { schedule_id: it.schedule }, body: { enabled: false } }],
  update_alert: (it, own) => [
    { params: { alert_id: it.alert }, body: { is_enabled: false } },
    { params: { alert_id: own.alert }, body: { applies_to_all_agents: false, agent_ids: [it.agent_id] } },
  ],
  update_workflow: (it, own) => [
    { params: { workflow_id: it.workflow }, body: { name: "Taken" } },
    { params: { workflow_id: own.workflow }, body: { agent_ids: [it.agent_id] } },
  ],
  update_shared_knowledge_base: (it) => [
    { params: { knowledge_base_id: it.shared_kb }, body: { name: "Taken" } },
  ],
  attach_knowledge_base: (it, own) => [
    { params: { knowledge_base_id: it.shared_kb, ...agent(own) } },
    { params: { knowledge_base_id: own.shared_kb, ...agent(it) } },
  ],
  update_scenario: (it, own) => [
    { params: { workflow_id: it.scenario }, body: { name: "Taken" } },
    { params: { workflow_id: own.scenario }, body: { agent_ids: [it.agent_id] } },
  ],
  update_lab: (it) => [{ params: lab(it), body: { name: "Taken" } }],
  add_lab_conversations: (it, own) => [
    { params: lab(it), body: { conversations: [{ call_id: own.call }] } },
    { params: lab(own), body: { conversations: [{ call_id: it.call }] } },
    { params: lab(own), body: { conversations: [{ test_result_id: it.ended }] } },
  ],
  add_lab_metrics: (it, own) => [
    { params: lab(it), body: { metric_ids: [own.metric] } },
    { params: lab(own), body: { metric_ids: [it.metric] } },
  ],
  create_metric_revision: (it, own) => [
    { params: lab(it), body: { custom_metric_id: own.metric } },
    { params: lab(own), body: { custom_metric_id: it.metric } },
  ],
  set_human_evaluation: (it, own) => [
    { params: lab(it), body: { custom_metric_id: own.metric, call_id: own.call, ...RIGHT } },
    { params: lab(own), body: { custom_metric_id: it.metric, call_id: own.call, ...RIGHT } },
    { params: lab(own), body: { custom_metric_id: own.metric, call_id: it.call, ...RIGHT } },
    { params: lab(own), body: { custom_metric_id: own.metric, test_result_id: it.ended, ...RIGHT } },
  ],
  evaluate_lab_conversation: (it, own) => [
    { body: { lab_id: it.lab, ...onCall(own.call), ...byMetric(own.metric) } },
    { body: { lab_id: own.lab, ...onCall(it.call), ...byMetric(own.metric) } },
    { body: { lab_id: own.lab, ...onCall(own.call), ...byMetric(it.metric) } },
    { body: { lab_id: own.lab, ...onCall(own.call), ...byRevision(it.revision) } },
  ],
  update_lab_settings: (it) => [{ params: lab(it), body: { fuzzy_alignment: {} } }],
  duplicate_workflow: (it) => [{ params: { workflow_id: it.workflow }, body: {} }],
  // A document has its own ids, so the objects of another organization with the same ids are not meant.
  plan_as_code: (it) => [{ ...ALL, body: it.as_code }],
  push_as_code: (it) => [{ ...ALL, body: it.as_code }],

  re_evaluate_call: (it) => [{ params: { call_id: it.call } }],
  rerun_evaluation: (it) => [{ params: { call_id: it.first_call } }],
  re_evaluate_simulation_result: (it) => [{ params: { simulation_result_id: it.ended } }],
  delete_call_log: (it) => [{ params: { call_id: it.second_call } }],
  delete_found_call_log: (it) => [{ query: `call_id=${it.third_call}` }],
  delete_call_logs: (it) => [{ body: { call_ids: [it.second_call] }, finds_nothing: none("deleted_count") }],
  delete_simulation_result: (it) => [{ params: { simulation_result_id: it.open } }],
  delete_simulation_run: (it) => [{ params: { simulation_run_id: it.run } }],
  delete_labelled_prompt: (it, own) => [
    { params: agent(it), query: `label=${it.handle}` },
    { params: agent(own), query: `label=${it.handle}` },
  ],
  delete_labelled_knowledge_base: (it, own) => [
    { params: agent(it), query: `label=${it.handle}` },
    { params: agent(own), query: `label=${it.handle}` },
  ],
  delete_prompt_version: (it) => [{ params: versionOf(it, 2) }],
  delete_knowledge_base_version: (it) => [{ params: versionOf(it, 2) }],
  delete_prompt: (it, own) => [
    { params: { ...agent(it), prompt_id: it.spare_prompt } },
    { params: { ...agent(own), prompt_id: it.spare_prompt } },
  ],
  delete_knowledge_base: (it, own) => [
    { params: { ...agent(it), kb_id: it.spare_kb } },
    { params: { ...agent(own), kb_id: it.spare_kb } },
  ],
  delete_label: (it, own) => [
    { params: { ...agent(it), label_id: it.label_id } },
    { params: { ...agent(own), label_id: it.label_id } },
  ],
  delete_alert: (it) => [{ params: { alert_id: it.alert } }],
  delete_schedule: (it) => [{ params: { schedule_id: it.schedule } }],
  delete_webhook: (it) => [{ params: { id: it.webhook } }],
  delete_workflow: (it) => [{ params: { workflow_id: it.workflow } }],
  detach_knowledge_base: (it, own) => [
    { params: { knowledge_base_id: it.shared_kb, ...agent(own) }, owner_gets: 204 },
    { params: { knowledge_base_id: own.shared_kb, ...agent(it) }, owner_gets: 204 },
  ],
  delete_shared_knowledge_base: (it) => [{ params: { knowledge_base_id: it.shared_kb }, owner_gets: 204 }],
  delete_scenario: (it) => [{ params: { workflow_id: it.scenario } }],
  remove_lab_conversations: (it, own) => [
    { params: lab(it), body: { conversations: [{ call_id: own.call }] } },
    {
      params: lab(own),
      body: { conversations: [{ call_id: it.call }] },
      finds_nothing: none("removed_count"),
    },
  ],
  delete_lab: (it) => [{ params: lab(it) }],
  delete_customer_persona: (it) => [{ params: { persona_id: it.persona } }],
  delete_customer_trait: (it) => [{ params: { trait_id: it.trait } }],
  delete_community: (it) => [{ params: { community_id: it.community } }],
  remove_digital_humans: (it, own) => [
    { params: simulation(it), body: { digital_human_ids: [own.digital_human] } },
    {
      params: simulation(own),
      body: { digital_human_ids: [it.digital_human] },
      finds_nothing: ({ message }) => expect(message).toMatch(/^0 digital humans/),
    },
  ],
  delete_custom_metric: (it) => [{ params: { metric_id: it.metric } }],
  delete_digital_human: (it) => [{ params: human(it) }],
  // A running simulation stays.
  delete_simulation: (it) => [{ params: simulation(it), owner_gets: 409 }],
  delete_folder: (it) => [{ params: { folder_id: it.folder } }],
  delete_agent: (it) => [{ params: agent(it), owner_gets: 409 }],
};

const CALL = {
  transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  start_time_utc: "2026-11-01T10:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
};
const IMPORTED = {
  ...{ agent_id: "desk", start: Date.UTC(2026, 10, 1, 12), tools: [] },
  turns: [{ side: "AGENT", text: "Hello.", start_ms: 200, end_ms: 900 }],
} satisfies Omit<Conversation, "id">;
