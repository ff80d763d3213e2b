import { EXIT_CODES, Failure, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { defineCommand, flag, option } from "../command.ts";
import { integerFrom, text } from "../parsers.ts";
import { idsOf, kbOption, testedVersion } from "../release/shared/tested-versions.ts";
import { agentOption } from "../shared/agent-option.ts";
import { pollOption } from "../sim/shared/poll-option.ts";
import { searchBounds } from "../sim/shared/search-bounds.ts";
import { findVersion } from "../versions/find.ts";
import { KNOWLEDGE_BASES, PROMPTS, type Version } from "../versions/kinds.ts";
import { type VersionWord, versionWord } from "../versions/words.ts";
import type { Search } from "./shared/bisect-search.ts";
import { type Bisection, bisectionText } from "./shared/bisect-text.ts";

export const command = defineCommand({
  needs: [
    "queue_http_text_simulation_run",
    "list_prompt_versions",
    "create_prompt_version",
    "delete_prompt_version",
  ],
  about:
    "Finds the prompt version with which a digital human began to fail, by conversations with the version in the middle of those " +
    "that are left, and then the changed sentences of that version that are enough to make it fail, by taking changes back. An agent that fails " +
    "only sometimes needs --repeat: a version fails once --at-least of so many conversations fail by the same criterion and clause, " +
    "and passes only if so many were judged and fewer failed. A text that no version has becomes a version without a label for one conversation " +
    "and is then deleted; meanwhile it is the `latest`, and its number is not used again. The output lists these versions; " +
    "--versions-only creates none. What a killed search with the same digital human has left is deleted first. The agent must answer with the version that the conversation names. Exit codes: 0 if a version was found, 9 if " +
    "--bad passes, --good fails, or the search ended before.",
  options: {
    good: option("--good <version|label>", "a version with which it passes; required", versionWord),
    bad: option(
      "--bad <version|label>",
      "a later version with which it fails (default: latest)",
      versionWord,
    ),
    digital_human: option(
      "--digital-human <id>",
      "the digital human that began to fail; required",
      integerFrom(1),
    ),
    agent: agentOption,
    simulation: option(
      "--simulation <id>",
      "the simulation in which it speaks (default: the first of this agent that it belongs to)",
      integerFrom(1),
    ),
    kb: kbOption,
    repeat: option("--repeat <n>", "at most so many conversations with each text", integerFrom(1), 1),
    ...searchBounds,
    versions_only: flag("--versions-only", "find the version but not its sentences, and create no version"),
    seed: option("--seed <text>", "digital humans say the same with the same seed", text, "1"),
    poll: pollOption,
  },
  examples: [
    [
      "parley prompts bisect --good 4 --bad 9 --digital-human 501",
      "which of the versions 5 to 9 broke digital human 501, and which of its sentences",
    ],
    [
      "parley prompts bisect --good production --digital-human 501 --repeat 12 --max-conversations 120",
      "for an agent that fails in one of three conversations",
    ],
    [
      "parley prompts bisect --good 4 --bad 9 --digital-human 501 --versions-only --json --query bad",
      "only the number of the version",
    ],
  ],
  view: { kind: "text", wraps: true, text: bisectionText },
  async run(context, input) {
    const { good, bad, digital_human, repeat, at_least, versions_only, max_time } = input;
    if (good === undefined || digital_human === undefined)
      throw usage("is required", { where: good === undefined ? "--good" : "--digital-human" });
    if (at_least > repeat) throw usage(`must not be more than --repeat ${repeat}`, { where: "--at-least" });
    const { callerOf, holderOf } = await import("./bisect-service.ts");
    const { agent, simulation } = input;
    const caller = await callerOf(context, { digital_human, agent, simulation });
    const { agent_id, simulation_id, name } = caller;
    const { aboutTemporary, deleteLeftOver } = await import("./shared/bisect-leftovers.ts");
    const itself = { agent_id, digital_human_id: digital_human };
    const left_over = context.isDryRun ? [] : await deleteLeftOver(context, itself);
    const versions = await versionsFrom(context, agent_id, good, bad ?? { label: "latest" });
    const knowledge_base = await testedVersion(context, KNOWLEDGE_BASES, agent_id, input.kb);
    const run = { simulation_id, seed: input.seed, ...idsOf(undefined, knowledge_base) };
    const range = `--good ${versions[0]?.version} --bad ${versions.at(-1)?.version}`;
    const about = aboutTemporary(digital_human);
    const { startProgress } = await import("../../terminal/progress.ts");
    const progress = context.globals.json ? undefined : await startProgress(context.terminal);
    const tell = async (said: string) => progress?.say(said);
    const client = await context.lastingClient();
    const { max_conversations, poll } = input;
    const holder = holderOf(context, caller, { run, client, about, max_conversations, max_time, poll, tell });
    let left: string | undefined;
    try {
      const { search } = await import("./shared/bisect-search.ts");
      const asked: Search = {
        versions,
        name,
        repeat,
        at_least,
        versions_only,
        hold: holder.hold,
        narrowed: (range) => {
          left = `--good ${range.good} --bad ${range.bad}`;
        },
      };
      const result = await search(asked);
      const data: Bisection = {
        ...itself,
        name,
        left_over,
        ...result,
        conversations: holder.conversations(),
        temporary_versions: holder.temporary(),
        stopped: holder.stopped(),
        prompt_evidence: holder.evidence().evidence,
      };
      return {
        data,
        hint: nextOf(data, { left: left ?? range, simulation_id }),
        exitCode: result.is_over ? EXIT_CODES.done : EXIT_CODES.gate,
      };
    } catch (error) {
      if (context.signal.aborted && left !== undefined)
        await context.terminal.note(`what is left: ${left}; the same command with these continues`);
      throw withEvidence(error, holder.evidence().evidence);
    } finally {
      progress?.stop();
      await client.close();
    }
  },
});

/** The versions from the good one to the bad one, oldest first. @throws Failure (usage) if there is nothing to search */
async function versionsFrom(context: Context, agent_id: number, good: VersionWord, bad: VersionWord) {
  const [first, last] = await Promise.all(
    [good, bad].map((word) => findVersion(context, PROMPTS, agent_id, word)),
  );
  if (!first || !last) return [];
  const where = `--good ${first.version} --bad ${last.version}`;
  if (first.version === last.version)
    throw usage(`both are version ${first.version}`, { where, hint: "name an older version with --good" });
  if (first.version > last.version)
    throw usage(`version ${first.version} is not older than version ${last.version}`, {
      where,
      hint: "--good is the older of the two; a repair has no version that broke it",
    });
  if (first.text === last.text)
    throw usage("both versions have the same text, so the prompt is not the cause", { where });
  const between: Version[] = [];
  // One by one: the list has only the newest, and numbers of deleted versions are missing.
  for (let version = first.version + 1; version < last.version; version++)
    between.push(...(await PROMPTS.list(context, agent_id, { version })));
  const all = [first, ...between, last];
  if (all.some(({ id }) => id === null))
    throw new Failure(
      "failed",
      "the service does not say the ids of its prompt versions, so it cannot test them",
    );
  return all.map(({ text, version, id }) => ({ text, version, id }));
}

function nextOf(
  { is_over, bad, simulation_result_id }: Bisection,
  { left, simulation_id }: { readonly left: string; readonly simulation_id: number },
): string {
  if (!is_over) return `next: the same command with ${left} continues`;
  return simulation_result_id === null
    ? `next: \`parley prompts show ${bad}\` prints the version`
    : `next: \`parley release check ${simulation_id} --prompt <version> --fixes ${simulation_result_id}\` tests a repair`;
}

/** An agent that has its prompt elsewhere answers the same with each version. */
function withEvidence(error: unknown, evidence: Bisection["prompt_evidence"]): unknown {
  if (!(error instanceof Failure) || error.outcome !== "gate" || evidence === "confirmed") return error;
  const { hint, ...options } = error.options;
  const unsure =
    "the agent did not confirm that it answered with these versions: `parley docs releases` says how it gets them";
  return new Failure(error.outcome, error.message, {
    ...options,
    hint: hint ? `${hint}\n${unsure}` : unsure,
  });
}
