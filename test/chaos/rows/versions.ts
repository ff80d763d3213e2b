/** Commands on versions of prompts and knowledge bases, each with its own agent. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAgent, makeKnowledgeBases, makePrompts } from "../../support/make.ts";
import { changes, type Row, type World } from "../row.ts";

const OF = {
  prompts: {
    make: makePrompts,
    create: "create_prompt_version",
    add: "add_prompt_labels",
    remove: "remove_prompt_labels",
    delete: "delete_prompt",
  },
  kb: {
    make: makeKnowledgeBases,
    create: "create_knowledge_base_version",
    add: "add_knowledge_base_labels",
    remove: "remove_knowledge_base_labels",
    delete: "delete_knowledge_base",
  },
} as const;

const rowsOf = (noun: keyof typeof OF): readonly Row[] => {
  const { make, ...operations } = OF[noun];
  async function versions({ calls, name }: World) {
    const { agent_id, path } = await makeAgent(calls, { name });
    const made = await make(calls, path, ["production"], ["candidate"], []);
    return { ids: made.map(({ id }) => id), agent: ["--agent", String(agent_id)] };
  }
  const on =
    (words: string): Row["argv"] =>
    async (world) => {
      const { agent, ids } = await versions(world);
      return [noun, ...words.replace("LAST", ids.at(-1) ?? "").split(" "), ...agent];
    };
  return [
    changes(`${noun} push`, [operations.create], async (world) => {
      writeFileSync(join(world.folder, "text.md"), world.name);
      return on("push text.md")(world);
    }),
    changes(`${noun} label`, [operations.add], on("label 3 beta")),
    changes(`${noun} unlabel`, [operations.remove], on("unlabel 2 candidate"), { may_end: [5, 6] }),
    changes(`${noun} promote`, [operations.add], on("promote candidate production --yes"), { may_end: [6] }),
    changes(`${noun} rollback`, [operations.add], on("rollback candidate --to 1 --yes"), { may_end: [6] }),
    changes(`${noun} delete`, [operations.delete], on("delete LAST --yes"), { may_end: [5] }),
  ];
};

const policiesApply: Row = changes(
  "policies apply",
  ["review_prompt_policies"],
  async ({ calls, name, folder }) => {
    const { agent_id, path } = await makeAgent(calls, { name });
    await makePrompts(calls, path, ["production"]);
    const policies = [{ sentence: "text 1", rule: 'fail when agent says "text"', status: "accepted" }];
    writeFileSync(join(folder, "policies.json"), JSON.stringify({ kind: "Policies", policies }));
    return ["policies", "apply", "policies.json", "--yes", "--agent", String(agent_id)];
  },
);

const deleteByNumber: Row = changes(
  "kb delete-version",
  ["delete_knowledge_base_version"],
  async ({ calls, name }) => {
    const { agent_id, path } = await makeAgent(calls, { name });
    await makeKnowledgeBases(calls, path, ["production"], []);
    return ["kb", "delete-version", "2", "--yes", "--agent", String(agent_id)];
  },
  { may_end: [5] },
);

export const versions: readonly Row[] = [
  ...rowsOf("prompts"),
  ...rowsOf("kb"),
  policiesApply,
  deleteByNumber,
];
