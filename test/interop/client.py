"""A client written from the published reference alone, with urllib: python3 client.py <base-url> <key>.

Creates an agent, a digital human and a simulation, queues a run, speaks first as the agent, tells what the agent's side
knows, ends the conversation, reads the verdict and exports. Prints what it found as JSON."""
import json
import sys
import time
import urllib.request

BASE, KEY = sys.argv[1:3]


def call(method, path, body=None):
    request = urllib.request.Request(
        BASE + path,
        method=method,
        data=json.dumps(body).encode() if body else None,
        headers={"Authorization": f"Bearer {KEY}", "X-API-Key": KEY, "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


agent = call(
    "POST",
    "/v1/add-agent",
    {
        "name": "Front desk",
        "system_prompt": "Books appointments",
        "knowledge_base": "Open 9 to 5",
        "goals": ["book"],
        "mode": "TEXT",
    },
)
agent_id = agent["agent_id"]
assert isinstance(agent_id, int) and agent["status"] == "200"
assert str(agent_id) in [str(one["id"]) for one in call("GET", "/v1/all-agents")]
changed = call("POST", "/v1/update-agent", {"agent_id": str(agent_id), "name": "Desk"})
assert changed["agent"]["name"] == "Desk"

simulation_id = call("POST", "/v1/create-simulation", {"agent_id": str(agent_id), "name": "Smoke"})["simulation_id"]
human = call(
    "POST",
    "/v1/create-digital-human",
    {
        "simulation_ids": [simulation_id],
        "digital_human": {
            "name": "Ann",
            "intent": "You want to book an appointment.",
            "phone_number": "+14155550123",
            "expected_tool_calls": [{"name": "book"}],
        },
    },
)["digital_human"]

queued = call("POST", "/v1/queue-http-text-simulation-run", {"simulation_id": str(simulation_id)})
assert queued["status"] == "success" and queued["agent_id"] == str(agent_id)
(result_id,) = queued["simulation_result_ids"]
assert isinstance(result_id, str)


def say(message, **more):
    return call("POST", "/v1/send-http-text-message", {"simulation_result_id": result_id, "message": message, **more})


say("Front desk, how can I help?")
call(
    "POST",
    "/v1/update-simulation-result",
    {
        "simulation_result_id": result_id,
        "tool_calls": [{"name": "book", "start_offset_ms": 900, "parameters": {"day": "Tuesday"}, "output": {"ok": True}}],
        "events": [{"title": "booked", "start_offset_ms": 950}],
        "metadata": {"client": "urllib"},
    },
)
assert say("Booked. Goodbye!", end_conversation=True)["end_conversation"] is True

OVER = {"COMPLETED", "INCOMPLETED", "REJECTED", "FAILED"}
for _ in range(300):
    result = call("GET", f"/v1/retrieve-simulation-result/{result_id}")["simulation_result"]
    if result["status"] in OVER:
        break
    time.sleep(0.1)

run = call("GET", f"/v1/retrieve-simulation-results/{queued['simulation_run_id']}")
runs = call("GET", f"/v1/get-simulation-runs/{simulation_id}")["simulation_runs"]
exported = call("GET", f"/v1/digital-humans-by-simulation/{simulation_id}")
evaluation = result["evaluations"][0]
print(
    json.dumps(
        {
            "status": result["status"],
            "id": isinstance(result["id"], int) and str(result["id"]) == result_id,
            "goal_success": evaluation["goal_success"],
            "goal_reasoning": evaluation["goal_reasoning"],
            "tool_calls": result["tool_calls"],
            "events": result["events"],
            "run": run["simulation_run"]["id"] == queued["simulation_run_id"],
            "results": len(run["simulation_results"]),
            "tests": [runs[0]["total_tests"], runs[0]["tests_completed"] + runs[0]["tests_incompleted"]],
            "exported": [one["name"] for one in exported["digital_humans"]],
            "kept": human["intent"],
        }
    )
)
