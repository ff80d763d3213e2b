import { mistakesIn } from "../../../engine/policies/review.ts";
import { counted } from "../../../engine/words/counted.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import type { Context } from "../../context.ts";
import { askChoice, askText } from "../../terminal/prompts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { integerFrom, text } from "../parsers.ts";
import { type Blamed, blamedBy } from "./against.ts";
import { type FilePolicy, type PolicyFile, readPolicies, writePolicies } from "./shared/file.ts";
import { countsOf, withoutRule } from "./shared/view.ts";

interface Shown extends FilePolicy {
  /** With `--against`: the conversations that it would fail. */
  readonly blames?: readonly Blamed[];
}

export const command = defineCommand({
  about:
    "Goes through the proposed policies of a file with you: accept, edit the rule, reject, or leave it for later. " +
    "Each decision is written to the file at once, so you can stop at any time. An editor does the same: set " +
    "`status`. --against shows for each policy which stored conversations of a run it would blame, with the words, " +
    "before you accept it. --list shows them all and asks nothing. " +
    "With --json: {file, agent_id, version, policies, accepted, rejected, left}.",
  args: { file: arg("<file>", "the file of policies, from `policies draft`", text) },
  options: {
    against: option("--against <run-id>", "show what each policy would say about this run", integerFrom(1)),
    list: flag("--list", "show the policies to review, and ask nothing"),
  },
  examples: [
    ["parley policies review policies.yaml", "decide on what is proposed"],
    ["parley policies review policies.yaml --against 901", "see first which conversations each would blame"],
    ["parley policies review policies.yaml --against 901 --list", "the same without questions"],
  ],
  view: {
    kind: "text",
    wraps: true,
    text: ({ file, policies, shown }: Reviewed) =>
      [
        ...shown.map((one) => `${textOf(one)}\n`),
        `${file}: ${countsOf(policies)}`,
        ...withoutRule(policies),
      ].join("\n"),
  },
  async run(context, { file, against, list }) {
    const read = await readPolicies(context, file);
    const blamed = against === undefined ? undefined : await blamedBy(context, against, read.policies);
    const policies: FilePolicy[] = [...read.policies];
    const isOpen = ({ status, rule }: FilePolicy) => status === "proposed" && rule != null;
    const shownOf = (one: FilePolicy): Shown => ({
      ...one,
      ...(blamed && { blames: blamed.get(one.sentence) ?? [] }),
    });
    const open = policies.flatMap((policy, place) => (isOpen(policy) ? [place] : []));
    for (const [at, place] of list ? [] : open.entries()) {
      const policy = policies[place];
      if (!policy) continue;
      await context.terminal.alert(`\n${at + 1} of ${open.length}\n${textOf(shownOf(policy))}`);
      const decided = await askAbout(context, policy);
      if (decided === "stop") break;
      policies[place] = decided;
      await writePolicies(context, file, { ...read, policies });
    }
    const left = policies.filter(isOpen).length;
    const count = (status: FilePolicy["status"]) =>
      policies.filter((policy) => policy.status === status).length;
    const data: Reviewed = {
      file,
      agent_id: read.agent_id,
      version: read.version,
      policies,
      accepted: count("accepted"),
      rejected: count("rejected"),
      left,
      shown: list ? policies.filter(isOpen).map(shownOf) : [],
    };
    return { data, hint: nextOf(data) };
  },
});

interface Reviewed extends Pick<PolicyFile, "agent_id" | "version"> {
  readonly file: string;
  readonly policies: readonly FilePolicy[];
  readonly accepted: number;
  readonly rejected: number;
  readonly left: number;
  readonly shown: readonly Shown[];
}

/** How to accept the first one, or what the accepted ones need to count. */
const nextOf = ({ file, accepted, left }: Reviewed): string =>
  accepted === 0 && left > 0
    ? `next: set \`status: accepted\` in ${file}, or \`parley policies review ${shellWord(file)}\` asks you about each`
    : `next: \`parley policies apply ${shellWord(file)}\` makes the accepted ones binding`;

/** Asks until the person decides, or leaves the policy for later. */
async function askAbout(context: Context, policy: FilePolicy): Promise<FilePolicy | "stop"> {
  const { terminal, signal } = context;
  const chosen = await askChoice<"accepted" | "rejected" | "edit" | "next" | "stop">(terminal, {
    message: "Is this what the sentence means?",
    flag: "--list",
    signal,
    choices: [
      { name: "accept: conversations that break it fail", value: "accepted" },
      { name: "edit the rule", value: "edit" },
      { name: "reject: never propose it again", value: "rejected" },
      { name: "leave it for later", value: "next" },
      { name: "stop here", value: "stop" },
    ],
  });
  if (chosen === "stop") return "stop";
  if (chosen === "next") return policy;
  if (chosen !== "edit") return { ...policy, status: chosen };
  const rule = await askText(terminal, {
    message: "Rule (clauses separated by ;)",
    default: (policy.rule ?? "").replaceAll("\n", "; "),
    flag: "--list",
    signal,
  });
  // The examples and the words belonged to the rule as it was.
  const { keeps: _, breaks: __, reads: ___, written_by: ____, ...rest } = policy;
  const edited: FilePolicy = { ...rest, reads: null, rule, status: "accepted" };
  const [mistake] = mistakesIn(edited);
  if (!mistake) return edited;
  await terminal.alert(`the rule was not changed: ${mistake.message}`);
  return askAbout(context, policy);
}

function textOf({ line, sentence, reads, rule, keeps, breaks, written_by, blames }: Shown): string {
  return sanitize(
    [
      `${line == null ? "" : `line ${line}: `}${sentence}`,
      ...(reads ? [`  is read as: ${reads}`] : []),
      ...(written_by ? [`  the rule was written by a ${written_by}`] : []),
      ...(rule ?? "").split("\n").map((clause) => `    ${clause}`),
      ...exchange("keeps it", keeps),
      ...exchange("breaks it", breaks),
      ...blamesText(blames),
    ].join("\n"),
  );
}

const exchange = (what: string, lines: readonly string[] | null | undefined) =>
  lines && lines.length > 0 ? [`  ${what}:`, ...lines.map((line) => `    ${line}`)] : [];

function blamesText(blames: readonly Blamed[] | undefined): string[] {
  if (!blames) return [];
  if (blames.length === 0) return ["  would blame none of these conversations"];
  return [
    `  would blame ${counted(blames.length, "conversation")}:`,
    ...blames.map(
      ({ simulation_result_id, words }) => `    conversation ${simulation_result_id}: ${words.join("; ")}`,
    ),
  ];
}
