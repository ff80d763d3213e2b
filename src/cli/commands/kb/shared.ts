/** Knowledge bases of the organization, which several agents share. An agent's own have versions. */
import { basename } from "node:path";
import { isObject } from "../../../contract/is-object.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { arg, defineCommand, list, option } from "../command.ts";
import { created, deleteCommand, noun, showCommand } from "../noun.ts";
import { integerFrom } from "../parsers.ts";
import { createdView } from "../shared/created.ts";
import { listNamed } from "../shared/suggested.ts";
import { readText } from "../versions/draft.ts";

const shared = noun("kb shared", "knowledge base", "knowledge_base_id", "parley kb shared list");
const { id } = shared;
const EXAMPLE = shared.example;

const agent_id = arg("<agent-id>", "id of the agent", integerFrom(1));

const fields = {
  description: option("--description <text>", "what it is about"),
  files: list("--document <file>", "a document with the text of this file, named like it; repeatable"),
};

interface Given {
  readonly name?: string | undefined;
  readonly description: string | undefined;
  readonly files: readonly string[];
}

async function bodyOf(context: Context, { name, description, files }: Given) {
  const documents: { name: string; text: string }[] = [];
  for (const file of files) {
    const title = basename(file);
    if (documents.some((document) => document.name === title))
      throw usage(`two documents have the name ${title}`, { where: `--document ${file}` });
    documents.push({ name: title, text: await readText(context, file) });
  }
  // The hosted API publishes no way to add documents, and would drop them.
  if (files.length > 0)
    await (await import("../shared/offered.ts")).requireOwnFields(context, ["--document"]);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(files.length > 0 && { documents }),
  };
}

export const commands = {
  list: defineCommand({
    needs: ["list_shared_knowledge_bases"],
    examples: [["parley kb shared list", "every shared knowledge base of the organization"]],
    view: {
      kind: "rows",
      rows: "knowledge_bases",
      columns: [
        "id",
        "name",
        { title: "documents", value: "document_count" },
        { title: "agents", value: "agent_ids", absent: "none yet" },
        "description",
      ],
      empty: "no shared knowledge bases",
    },
    async run(context) {
      const answer: unknown = await context.read("list_shared_knowledge_bases", {});
      const of = "knowledge bases";
      return { data: Array.isArray(answer) ? answer : listNamed(answer, "knowledge_bases", { of }) };
    },
  }),

  show: showCommand(shared, "get_shared_knowledge_base", {
    examples: [
      [`parley kb shared show ${EXAMPLE} --json --query documents`, "its documents with their texts"],
    ],
    absent: { agent_ids: "no agents yet", documents: "no documents yet" },
  }),

  create: defineCommand({
    needs: ["create_shared_knowledge_base"],
    about:
      "Judges and `parley dh generate` read it for every agent that it is attached to, after the agent's own knowledge base. " +
      "It has no versions: what it says at the time counts.",
    args: { name: arg("<name>", "name of the knowledge base") },
    options: fields,
    examples: [
      [
        "parley kb shared create FAQs --document hours.md --document prices.md",
        "a knowledge base of two documents",
      ],
    ],
    view: createdView("knowledge base", (data: unknown) => (isObject(data) ? data : {})),
    async run(context, given) {
      const body = { ...(await bodyOf(context, given)), name: given.name };
      const made = await created(context, "create_shared_knowledge_base", { body });
      const [made_id] = made.ids ?? [];
      const hint =
        made_id === undefined
          ? "created, but the service sent no id; `parley kb shared list` shows it"
          : `give it to an agent with \`parley kb shared attach ${made_id} 101\``;
      return { ...made, hint };
    },
  }),

  update: defineCommand({
    needs: ["update_shared_knowledge_base"],
    about: "Sends only the fields that you name. The documents that you name replace all current ones.",
    args: { id },
    options: { name: option("--name <name>", "another name"), ...fields },
    examples: [[`parley kb shared update ${EXAMPLE} --document hours.md`, "replaces its documents"]],
    view: { kind: "record" },
    async run(context, { id: knowledge_base_id, ...given }) {
      const body = await bodyOf(context, given);
      if (Object.keys(body).length === 0)
        throw usage("nothing to change", { hint: "give --name, --description or --document" });
      const params = { knowledge_base_id };
      return { data: await context.change("update_shared_knowledge_base", { params, body }) };
    },
  }),

  attach: defineCommand({
    needs: ["attach_knowledge_base"],
    args: { id, agent_id },
    examples: [[`parley kb shared attach ${EXAMPLE} 101`, "gives it to agent 101"]],
    view: { kind: "record" },
    async run(context, { id: knowledge_base_id, agent_id }) {
      const params = { knowledge_base_id, agent_id };
      return { data: await context.change("attach_knowledge_base", { params }) };
    },
  }),

  detach: defineCommand({
    needs: ["detach_knowledge_base"],
    args: { id, agent_id },
    examples: [[`parley kb shared detach ${EXAMPLE} 101`, "takes it from agent 101"]],
    view: { kind: "record" },
    async run(context, { id: knowledge_base_id, agent_id }) {
      const params = { knowledge_base_id, agent_id };
      return { data: await context.change("detach_knowledge_base", { params }) };
    },
  }),

  delete: deleteCommand(shared, "delete_shared_knowledge_base", { others: "its documents" }),
};
