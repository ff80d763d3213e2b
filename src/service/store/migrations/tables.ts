/**
 * The tables of both kinds of store, as SQL that SQLite and PostgreSQL read in the same way.
 *
 * @param id the type of a key that the store assigns, and never gives twice
 */
export const tables = (id: string): string => `
create table organization (
  id text primary key,
  name text not null unique,
  created_at text not null
);

create table api_key (
  hash text primary key,
  organization_id text not null references organization (id),
  id text,
  name text,
  beginning text,
  revoked_at text,
  created_at text not null
);
create unique index api_key_id on api_key (id);
create index api_key_organization on api_key (organization_id);

create table key_use (
  day text not null,
  key_id text not null,
  organization_id text not null,
  address text not null,
  operation text not null,
  outcome text not null,
  first_at text not null,
  last_at text not null,
  count bigint not null,
  constraint key_use_key primary key (key_id, day, address, operation, outcome)
);
create index key_use_age on key_use (last_at);

create table console_session (
  hash text primary key,
  kind text not null,
  organization_id text not null references organization (id),
  key_id text not null,
  expires_at text not null,
  created_at text not null
);

create table agent (
  id ${id},
  organization_id text not null references organization (id),
  record text not null,
  next_prompt_version bigint not null default 1,
  next_knowledge_base_version bigint not null default 1,
  created_at text not null
);
create index agent_organization on agent (organization_id);

create table prompt_version (
  id text primary key,
  agent_id bigint not null references agent (id),
  version bigint not null,
  text text not null,
  commit_message text,
  metadata text,
  unknown_fields text,
  created_at text not null,
  constraint prompt_version_number unique (agent_id, version)
);

create table knowledge_base_version (
  id text primary key,
  agent_id bigint not null references agent (id),
  version bigint not null,
  text text not null,
  commit_message text,
  metadata text,
  unknown_fields text,
  created_at text not null,
  constraint knowledge_base_version_number unique (agent_id, version)
);

create table prompt_policy (
  prompt_id text primary key references prompt_version (id) on delete cascade,
  policies text not null,
  updated_at text not null
);

create table label (
  id text primary key,
  agent_id bigint not null references agent (id),
  label_text text not null,
  color text,
  prompt_id text references prompt_version (id),
  knowledge_base_id text references knowledge_base_version (id),
  unknown_fields text,
  created_at text not null,
  constraint label_text_of_agent unique (agent_id, label_text)
);
create index label_knowledge_base on label (knowledge_base_id);
create index label_prompt on label (prompt_id);

create table label_move (
  id ${id},
  organization_id text not null references organization (id),
  agent_id bigint not null references agent (id),
  kind text not null,
  label text not null,
  action text not null,
  previous_version bigint,
  version bigint,
  evidence text,
  key_id text not null,
  created_at text not null
);
create index label_move_agent on label_move (agent_id, id);

create table workflow (
  id text primary key,
  organization_id text not null references organization (id),
  name text not null,
  graph text not null,
  agent_id bigint not null references agent (id),
  unknown_fields text,
  created_at text not null
);
create index workflow_agent on workflow (agent_id);

create table document (
  id text primary key,
  organization_id text not null references organization (id),
  kind text not null,
  agent_id bigint references agent (id) on delete cascade,
  fields text not null,
  created_at text not null
);
create index document_agent on document (agent_id);
create index document_organization on document (organization_id, kind, created_at, id);

create table agent_document (
  document_id text not null references document (id) on delete cascade,
  agent_id bigint not null references agent (id) on delete cascade,
  constraint agent_document_key primary key (document_id, agent_id)
);
create index agent_document_member on agent_document (agent_id);

create table custom_metric (
  id text primary key,
  organization_id text not null references organization (id),
  record text not null,
  created_at text not null
);
create index custom_metric_organization on custom_metric (organization_id, created_at, id);

create table custom_metric_agent (
  metric_id text not null references custom_metric (id) on delete cascade,
  agent_id bigint not null references agent (id),
  constraint custom_metric_agent_key primary key (agent_id, metric_id)
);
create index custom_metric_agent_metric on custom_metric_agent (metric_id);

create table custom_metric_tag (
  metric_id text not null references custom_metric (id) on delete cascade,
  tag text not null,
  constraint custom_metric_tag_key primary key (tag, metric_id)
);
create index custom_metric_tag_metric on custom_metric_tag (metric_id);

create table judge_certificate (
  organization_id text not null references organization (id),
  question_sha256 text not null,
  model text not null,
  votes integer not null,
  labels_sha256 text not null,
  record text not null,
  created_at text not null,
  constraint judge_certificate_key primary key (organization_id, question_sha256, model, votes, labels_sha256)
);

create table digital_human (
  id ${id},
  organization_id text not null references organization (id),
  record text not null,
  always_on_number text,
  request_fields text,
  created_at text not null,
  constraint digital_human_always_on unique (organization_id, always_on_number)
);

create table community_digital_human (
  community_id text not null references document (id) on delete cascade,
  digital_human_id bigint not null references digital_human (id) on delete cascade,
  constraint community_digital_human_key primary key (community_id, digital_human_id)
);
create index community_digital_human_member on community_digital_human (digital_human_id);

create table world (
  id ${id},
  organization_id text not null references organization (id),
  sha256 text not null,
  form text not null,
  created_at text not null,
  constraint world_content unique (organization_id, sha256)
);

create table simulation (
  id ${id},
  organization_id text not null references organization (id),
  name text not null,
  agent_id bigint not null references agent (id),
  description text,
  max_concurrent bigint,
  max_turns bigint,
  unknown_fields text,
  settings text not null default '{}',
  opening_patience_ms bigint,
  world_id bigint references world (id),
  created_at text not null
);
create index simulation_organization on simulation (organization_id);
create index simulation_world on simulation (world_id) where world_id is not null;

create table simulation_digital_human (
  simulation_id bigint not null references simulation (id),
  digital_human_id bigint not null references digital_human (id),
  constraint simulation_digital_human_key primary key (simulation_id, digital_human_id)
);
create index simulation_digital_human_member on simulation_digital_human (digital_human_id);

create table schedule (
  id text primary key,
  organization_id text not null references organization (id),
  simulation_id bigint not null references simulation (id) on delete cascade,
  cron_expression text not null,
  time_zone text not null,
  next_run_at text,
  last_run_at text,
  last_simulation_run_id bigint,
  last_error text,
  created_at text not null
);
create index schedule_organization on schedule (organization_id);

create table simulation_run (
  id ${id},
  organization_id text not null references organization (id),
  status text not null,
  summary text not null,
  phone_number text not null,
  tests_passed bigint not null,
  tests_failed bigint not null,
  total_tests bigint not null,
  tests_completed bigint not null,
  tests_incompleted bigint not null,
  curr_step_id bigint not null,
  simulation_id bigint not null references simulation (id),
  agent_id bigint not null references agent (id),
  prompt_id text,
  knowledge_base_id text,
  max_concurrent bigint,
  max_turns bigint,
  settings text not null default '{}',
  line text,
  tests_unanswered bigint not null default 0,
  without_webhook bigint not null default 0,
  versions text,
  conditions text,
  account_sid text,
  world_id bigint references world (id),
  created_at text not null
);
create index simulation_run_account on simulation_run (organization_id, account_sid, id) where account_sid is not null;
create index simulation_run_age on simulation_run (created_at);
create index simulation_run_simulation on simulation_run (simulation_id, id);
create index simulation_run_world on simulation_run (world_id) where world_id is not null;

create table simulation_run_digital_human (
  record text not null,
  caller text not null,
  simulation_run_id bigint not null references simulation_run (id),
  digital_human_id bigint not null,
  constraint simulation_run_digital_human_key primary key (simulation_run_id, digital_human_id)
);

create table simulation_result (
  id ${id},
  organization_id text not null references organization (id),
  status text not null,
  seed text not null,
  opens_at text not null,
  repetition bigint not null,
  simulation_run_id bigint not null references simulation_run (id),
  simulation_id bigint not null,
  agent_id bigint not null,
  digital_human_id bigint not null,
  started_at text,
  end_reason text,
  ended_at text,
  report text,
  outcome text,
  outcome_reason text,
  evaluation text,
  criteria text,
  revision bigint not null default 0,
  journey_step bigint,
  stated text,
  world_key text,
  created_at text not null
);
create unique index simulation_result_world_key on simulation_result (world_key) where world_key is not null;
create index simulation_result_run on simulation_result (simulation_run_id, id);
create index simulation_result_status on simulation_result (simulation_run_id, status, id);

create table result_update (
  simulation_result_id bigint primary key references simulation_result (id) on delete cascade,
  fields text not null
);

create table conversation_entry (
  id ${id},
  simulation_result_id bigint not null references simulation_result (id),
  role text not null,
  message text not null,
  start_offset_ms bigint not null,
  message_id text,
  stacked bigint not null,
  unknown_fields text
);
create index conversation_entry_result on conversation_entry (simulation_result_id, id);

create table logged_tool_call (
  id ${id},
  simulation_result_id bigint not null references simulation_result (id),
  name text not null,
  output text not null,
  start_offset_ms bigint not null,
  parameters text,
  after_entry bigint,
  unknown_fields text,
  world text,
  told bigint not null default 0
);
create index logged_tool_call_result on logged_tool_call (simulation_result_id, id);

create table state_reading (
  simulation_result_id bigint primary key references simulation_result (id),
  before_text text not null,
  after_text text
);

create table caller_state (
  simulation_result_id bigint primary key references simulation_result (id),
  state text not null,
  asking bigint not null
);

create table caller_turn (
  id ${id},
  simulation_result_id bigint not null references simulation_result (id),
  event text not null,
  action text not null,
  at_ms bigint not null,
  heard text,
  reply text,
  situation text,
  calls text
);
create index caller_turn_result on caller_turn (simulation_result_id, id);

create table answered_message (
  simulation_result_id bigint not null references simulation_result (id),
  message_id text not null,
  answer text not null,
  constraint answered_message_key primary key (simulation_result_id, message_id)
);

create table voice_call (
  simulation_result_id bigint primary key references simulation_result (id),
  attempts integer not null,
  spoken integer not null,
  recording text,
  recording_key text,
  log text,
  peaks text
);
create index voice_call_recording on voice_call (recording_key);

create table call (
  seq ${id},
  organization_id text not null references organization (id),
  status text not null,
  start_time_utc text not null,
  id text not null unique,
  agent_id bigint not null references agent (id),
  label text not null,
  prompt_version bigint,
  knowledge_base_version bigint,
  recording text,
  evaluation text,
  recording_key text,
  submission_head text,
  idempotency_key text,
  revision bigint not null default 0,
  outcome text,
  created_at text not null
);
create index call_age on call (created_at);
create index call_agent on call (agent_id, seq);
create index call_agent_outcome on call (agent_id, outcome, seq);
create unique index call_idempotency_key on call (organization_id, idempotency_key) where idempotency_key is not null;
create index call_label on call (organization_id, agent_id, label, seq);
create index call_organization on call (organization_id, seq);
create index call_recording_key on call (recording_key);

create table call_submission (
  call_id text primary key references call (id) on delete cascade,
  submission text not null
);

create table call_tag (
  call_id text not null references call (id) on delete cascade,
  tag text not null,
  constraint call_tag_key primary key (tag, call_id)
);
create index call_tag_call on call_tag (call_id);

create table recording_peaks (
  call_id text primary key references call (id) on delete cascade,
  recording_key text not null,
  peaks text not null
);

create table trace_span (
  organization_id text not null references organization (id),
  trace_id text not null,
  span_id text not null,
  record text not null,
  created_at text not null,
  constraint trace_span_key primary key (organization_id, trace_id, span_id)
);
create index trace_span_created on trace_span (created_at);

create table verdict_mark (
  id ${id},
  organization_id text not null references organization (id),
  call_id text references call (id) on delete cascade,
  simulation_result_id bigint references simulation_result (id) on delete cascade,
  metric text not null,
  is_right integer not null,
  reason text,
  key_id text not null,
  value text,
  labeller text,
  expected text,
  created_at text not null
);
create index verdict_mark_call on verdict_mark (call_id);
create index verdict_mark_result on verdict_mark (simulation_result_id);

create table lab_call (
  lab_id text not null references document (id) on delete cascade,
  call_id text not null references call (id) on delete cascade,
  constraint lab_call_key primary key (lab_id, call_id)
);
create index lab_call_member on lab_call (call_id);

create table lab_result (
  lab_id text not null references document (id) on delete cascade,
  simulation_result_id bigint not null references simulation_result (id) on delete cascade,
  constraint lab_result_key primary key (lab_id, simulation_result_id)
);
create index lab_result_member on lab_result (simulation_result_id);

create table lab_metric (
  lab_id text not null references document (id) on delete cascade,
  metric_id text not null references custom_metric (id) on delete cascade,
  constraint lab_metric_key primary key (lab_id, metric_id)
);
create index lab_metric_member on lab_metric (metric_id);

create table lab_metric_revision (
  id text primary key,
  lab_id text not null references document (id) on delete cascade,
  metric_id text not null references custom_metric (id) on delete cascade,
  number bigint not null,
  record text not null,
  created_at text not null,
  constraint lab_metric_revision_number unique (lab_id, metric_id, number)
);
create index lab_metric_revision_metric on lab_metric_revision (metric_id);

create table lab_evaluation (
  id text primary key,
  lab_id text not null references document (id) on delete cascade,
  metric_id text not null references custom_metric (id) on delete cascade,
  revision_id text references lab_metric_revision (id) on delete cascade,
  call_id text references call (id) on delete cascade,
  simulation_result_id bigint references simulation_result (id) on delete cascade,
  verdict text not null,
  created_at text not null
);
create index lab_evaluation_call on lab_evaluation (call_id);
create index lab_evaluation_lab on lab_evaluation (lab_id);
create index lab_evaluation_metric on lab_evaluation (metric_id);
create index lab_evaluation_result on lab_evaluation (simulation_result_id);
create index lab_evaluation_revision on lab_evaluation (revision_id);

create table alert (
  id text primary key,
  organization_id text not null references organization (id),
  record text not null,
  in_alert integer not null default 0,
  last_triggered_at text,
  trigger_count bigint not null default 0,
  created_by text,
  updated_at text,
  created_at text not null
);
create index alert_organization on alert (organization_id);

create table alert_event (
  alert_id text not null references alert (id) on delete cascade,
  subject text not null,
  value text not null,
  at text not null,
  constraint alert_event_key primary key (alert_id, subject)
);
create index alert_event_time on alert_event (alert_id, at);

create table webhook (
  id text primary key,
  organization_id text not null references organization (id),
  url text not null,
  tag text,
  events text not null default '[]',
  secret text not null,
  unknown_fields text,
  created_at text not null
);
create index webhook_organization on webhook (organization_id);

create table webhook_delivery (
  id text primary key,
  organization_id text not null references organization (id),
  event text not null,
  body text not null,
  status text not null,
  attempts bigint not null,
  webhook_id text,
  agent_id bigint,
  simulation_result_id bigint,
  url text,
  response_status bigint,
  error text,
  delivered_at text,
  target_url text,
  body_of text,
  created_at text not null
);
create index webhook_delivery_age on webhook_delivery (created_at);
create index webhook_delivery_body_of on webhook_delivery (body_of) where body_of is not null;
create index webhook_delivery_organization on webhook_delivery (organization_id, created_at, id);

create table as_code_identity (
  organization_id text not null references organization (id),
  kind text not null,
  as_code_id text not null,
  object_id text not null,
  constraint as_code_identity_key primary key (organization_id, kind, as_code_id),
  constraint as_code_identity_object unique (organization_id, kind, object_id)
);

create table model_answer (
  key text primary key,
  answer text not null,
  created_at text not null
);
create index model_answer_age on model_answer (created_at);

create table job (
  id ${id},
  kind text not null,
  payload text not null,
  due_at text not null,
  attempts bigint not null,
  worker bigint,
  added_at text,
  traceparent text,
  unfinished bigint not null default 0,
  set_aside_at text,
  organization_id text
);
create index job_due on job (kind, due_at, id) where set_aside_at is null;
create index job_held on job (worker) where worker is not null`;
