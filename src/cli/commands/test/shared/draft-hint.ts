import { join, relative } from "node:path";
import { shellWord } from "../../../../lib/shell-word.ts";
import type { TestFile } from "../../../manifest/tests.ts";
import type { TestRun } from "../../../testing/results/result.ts";

type Tested = Pick<TestFile, "file" | "folder" | "prompt" | "policies">;

/** How to make what the first prompt demands count, if a caller seems to have met a breach of it and its file has no policies. */
export function draftHint(
  cwd: string,
  tests: readonly Tested[],
  { files }: Pick<TestRun, "files">,
): string | undefined {
  const suspected = new Set(
    files
      .filter(({ callers }) => callers.some(({ suspicions }) => suspicions.length > 0))
      .map(({ file }) => file),
  );
  const test = tests.find(({ file, policies }) => policies === undefined && suspected.has(file));
  if (test?.prompt === undefined) return undefined;
  const from = (path: string) => shellWord(relative(cwd, path));
  const draft = `parley policies draft --prompt-file ${from(test.prompt)} --out ${from(join(test.folder, "policies.yaml"))}`;
  return `to make the prompt's rules count: \`${draft}\`, and \`policies: policies.yaml\` in ${test.file}`;
}
