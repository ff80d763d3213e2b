#!/usr/bin/env bash
# A client written from the published reference alone, in curl: creates an agent, a digital human and a simulation, queues a run,
# speaks first as the agent, tells what the agent's side knows, ends the conversation, reads the verdict and exports.
# Usage: client.sh <base-url> <key>. Prints what it found as lines of name=value.
set -euo pipefail
base=$1
key=$2

call() { # method path [body]
  curl --silent --show-error --fail-with-body -X "$1" "$base$2" \
    -H "X-API-Key: $key" -H "Content-Type: application/json" ${3:+--data "$3"}
}
# The value of a field that holds a number, or a text in quotes.
number() { sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p" | head -n 1; }
word() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

agent=$(call POST /v1/add-agent '{"name":"Front desk","system_prompt":"Books appointments","knowledge_base":"Open 9 to 5","goals":["book"],"mode":"TEXT","type":"INBOUND"}' | number agent_id)
call GET "/v1/agents/$agent" | grep -q '"agent_description":"Books appointments"'
simulation=$(call POST /v1/create-simulation "{\"agent_id\":\"$agent\",\"name\":\"Smoke\",\"max_call_duration\":5,\"max_call_duration_units\":\"minutes\"}" | number simulation_id)
human=$(call POST /v1/create-digital-human "{\"simulation_ids\":[$simulation],\"digital_human\":{\"name\":\"Ann\",\"intent\":\"You want to book an appointment.\",\"success_criteria\":\"\",\"phone_number\":\"+14155550123\",\"expected_tool_calls\":[{\"name\":\"book\"}]}}" | sed 's/.*"digital_human"://' | number id)
queued=$(call POST /v1/queue-http-text-simulation-run "{\"simulation_id\":\"$simulation\",\"digital_human_ids\":[\"$human\"]}")
run=$(printf %s "$queued" | word simulation_run_id)
[ "$(printf %s "$queued" | word status)" = success ]
result=$(printf %s "$queued" | sed -n 's/.*"simulation_result_ids":\["\([0-9]*\)".*/\1/p')

call POST /v1/send-http-text-message "{\"simulation_result_id\":\"$result\",\"message\":\"Front desk, how can I help?\",\"message_id\":\"m1\"}" | grep -q '"status":"success"'
call POST /v1/update-simulation-result "{\"simulation_result_id\":\"$result\",\"tool_calls\":[{\"name\":\"book\",\"start_offset_ms\":1200,\"output\":{\"ok\":true}}],\"tags\":[\"curl\"]}" | grep -q '"status":"success"'
call POST /v1/send-http-text-message "{\"simulation_result_id\":\"$result\",\"message\":\"Booked. Goodbye!\",\"end_conversation\":true}" | grep -q '"end_conversation":true'

for _ in $(seq 200); do
  shown=$(call GET "/v1/retrieve-simulation-result/$result")
  case $(printf %s "$shown" | sed 's/.*"simulation_result"://' | word status) in
    *) printf %s "$shown" | grep -q '"goal_success":' && break ;;
  esac
  sleep 0.1
done
printf 'goal_success=%s\n' "$(printf %s "$shown" | sed -n 's/.*"goal_success":\(true\|false\|null\).*/\1/p')"
printf 'tool=%s\n' "$(printf %s "$shown" | sed -n 's/.*"tool_calls":\[{"name":"\([a-z]*\)","expected":\[{.*"actual":\[{.*/\1/p')"
printf 'run=%s\n' "$(call GET "/v1/retrieve-simulation-results/$run" | sed -n 's/.*"simulation_run":{[^}]*"id":"\([0-9]*\)".*/\1/p')"
printf 'exported=%s\n' "$(call GET "/v1/digital-humans-by-simulation/$simulation" | number total)"
printf 'expected_run=%s\n' "$run"
