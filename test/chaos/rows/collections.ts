/** Folders, communities, personas, traits, workflows, scenarios, and shared knowledge bases. Each command uses objects of its own scenario. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAgent, makeDigitalHuman, makePrompts } from "../../support/make.ts";
import { changes, type Row, reads, type World } from "../row.ts";

type Make = (world: World) => Promise<string>;

const made = async ({ calls }: World, path: string, body: object): Promise<string> =>
  (await calls("POST", path, body)).body.id;

const folder: Make = (world) => made(world, "/v1/create-folder", { name: world.name });
const community: Make = (world) => made(world, "/v1/create-community", { title: world.name });
const persona: Make = (world) =>
  made(world, "/v1/create-customer-persona", { name: world.name, description: "Busy", goal: "Book" });
const trait: Make = async (world) => {
  const { agent_id } = await makeAgent(world.calls, { name: world.name });
  return made(world, "/v1/create-customer-trait", { agent_id, name: "vip", data_type: "BOOLEAN" });
};

const graph = { nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] };
const workflow: Make = async (world) => {
  const { agent_id } = await makeAgent(world.calls, { name: world.name });
  return made(world, "/v1/workflow", { agent_id, name: world.name, ...graph });
};

const definition = {
  nodes: [
    { id: "start", type: "start" },
    { id: "greet", type: "single", data: { type: "exact", message: "Hello" } },
  ],
  edges: [{ source: "start", target: "greet" }],
};
const scenario: Make = (world) => made(world, "/v1/scenario", { name: world.name, definition });

const shared: Make = (world) => made(world, "/v1/knowledge-base", { name: world.name });

const words =
  (make: Make, command: string, ...more: string[]): Row["argv"] =>
  async (world) => [...command.split(" "), await make(world), ...more];

const deletes = { may_end: [5] };

export const collections: readonly Row[] = [
  reads("folders list", () => ["folders", "list"]),
  reads("folders agents", () => ["folders", "agents", "00000000-0000-4000-8000-000000000000"], { ends: 5 }),
  changes("folders create", ["create_folder"], ({ name }) => ["folders", "create", name]),
  changes("folders rename", ["update_folder"], words(folder, "folders rename", "Other")),
  changes("folders move", ["move_agent_to_folder"], async (world) => {
    const { agent_id } = await makeAgent(world.calls, { name: world.name });
    return ["folders", "move", String(agent_id), await folder(world)];
  }),
  changes("folders delete", ["delete_folder"], words(folder, "folders delete", "--yes"), deletes),
  reads("communities list", () => ["communities", "list"]),
  reads("communities show", () => ["communities", "show", "00000000-0000-4000-8000-000000000000"], {
    ends: 5,
  }),
  changes("communities create", ["create_community"], ({ name }) => ["communities", "create", name]),
  changes("communities update", ["update_community"], words(community, "communities update", "--title", "x")),
  changes("communities add", ["add_to_community"], async (world) => {
    const { id } = await makeDigitalHuman(world.calls, { name: world.name });
    return ["communities", "add", await community(world), String(id)];
  }),
  changes(
    "communities delete",
    ["delete_community"],
    words(community, "communities delete", "--yes"),
    deletes,
  ),
  reads("personas list", () => ["personas", "list", "--agent", "101"]),
  reads("personas show", () => ["personas", "show", "00000000-0000-4000-8000-000000000000"], { ends: 5 }),
  changes("personas create", ["create_customer_persona"], ({ name }) => [
    ...["personas", "create", "--set", `name=${name}`, "--set", "description=Busy", "--set", "goal=Book"],
  ]),
  changes(
    "personas update",
    ["update_customer_persona"],
    words(persona, "personas update", "--set", "goal=Cancel"),
  ),
  changes(
    "personas delete",
    ["delete_customer_persona"],
    words(persona, "personas delete", "--yes"),
    deletes,
  ),
  reads("traits list", () => ["traits", "list"]),
  reads("traits show", () => ["traits", "show", "00000000-0000-4000-8000-000000000000"], { ends: 5 }),
  changes("traits create", ["create_customer_trait"], async (world) => {
    const { agent_id } = await makeAgent(world.calls, { name: world.name });
    const fields = [`agent_id=${agent_id}`, "name=vip", "data_type=BOOLEAN"];
    return ["traits", "create", ...fields.flatMap((field) => ["--set", field])];
  }),
  changes("traits update", ["update_customer_trait"], words(trait, "traits update", "--set", "name=gold")),
  changes("traits delete", ["delete_customer_trait"], words(trait, "traits delete", "--yes"), deletes),
  reads("workflows list", () => ["workflows", "list"]),
  reads("workflows show", () => ["workflows", "show", "00000000-0000-4000-8000-000000000000"], { ends: 5 }),
  changes("workflows create", ["create_workflow"], async (world) => {
    const { agent_id } = await makeAgent(world.calls, { name: world.name });
    writeFileSync(
      join(world.folder, "workflow.json"),
      JSON.stringify({ agent_id, name: world.name, ...graph }),
    );
    return ["workflows", "create", "-f", "workflow.json"];
  }),
  changes(
    "workflows update",
    ["update_workflow"],
    words(workflow, "workflows update", "--set", "name=Other"),
  ),
  changes("workflows duplicate", ["duplicate_workflow"], words(workflow, "workflows duplicate")),
  changes("workflows delete", ["delete_workflow"], words(workflow, "workflows delete", "--yes"), deletes),
  reads("scenarios list", () => ["scenarios", "list"]),
  reads("scenarios show", () => ["scenarios", "show", "00000000-0000-4000-8000-000000000000"], { ends: 5 }),
  changes("scenarios create", ["create_scenario"], (world) => {
    writeFileSync(join(world.folder, "scenario.json"), JSON.stringify({ name: world.name, definition }));
    return ["scenarios", "create", "-f", "scenario.json"];
  }),
  changes(
    "scenarios update",
    ["update_scenario"],
    words(scenario, "scenarios update", "--set", "name=Other"),
  ),
  changes("scenarios delete", ["delete_scenario"], words(scenario, "scenarios delete", "--yes"), deletes),
  reads("kb shared list", () => ["kb", "shared", "list"]),
  reads("kb shared show", () => ["kb", "shared", "show", "00000000-0000-4000-8000-000000000000"], {
    ends: 5,
  }),
  changes("kb shared create", ["create_shared_knowledge_base"], ({ name }) => [
    "kb",
    "shared",
    "create",
    name,
  ]),
  changes(
    "kb shared update",
    ["update_shared_knowledge_base"],
    words(shared, "kb shared update", "--name", "Other"),
  ),
  changes("kb shared attach", ["attach_knowledge_base"], async (world) => {
    const { agent_id } = await makeAgent(world.calls, { name: world.name });
    return ["kb", "shared", "attach", await shared(world), String(agent_id)];
  }),
  changes("kb shared detach", ["detach_knowledge_base"], async (world) => {
    const { agent_id } = await makeAgent(world.calls, { name: world.name });
    return ["kb", "shared", "detach", await shared(world), String(agent_id)];
  }),
  changes(
    "kb shared delete",
    ["delete_shared_knowledge_base"],
    words(shared, "kb shared delete", "--yes"),
    deletes,
  ),
  reads("metrics suggest", () => ["metrics", "suggest", "--agent", "101"]),
  reads("personas suggest", () => ["personas", "suggest", "--agent", "101"]),
  reads("agents key", () => ["agents", "key", "101"], { ends: 5 }),
  reads("agents find", () => ["agents", "find", "unknown"], { ends: 5 }),
  reads("labels show", () => ["labels", "show", "unknown", "--agent", "101"], { ends: 5 }),
  changes(
    "prompts delete-version",
    ["delete_prompt_version"],
    async (world) => {
      const { agent_id, path } = await makeAgent(world.calls, { name: world.name });
      await makePrompts(world.calls, path, [], []);
      return ["prompts", "delete-version", "1", "--agent", String(agent_id), "--yes"];
    },
    deletes,
  ),
];
