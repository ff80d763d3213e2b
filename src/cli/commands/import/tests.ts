import { resolve } from "node:path";
import { type Detail, Failure, usage } from "../../../lib/failure.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import { arg, defineCommand, option } from "../command.ts";
import { requireWritable } from "../shared/writable.ts";
import type { ImportedTests } from "./test-file.ts";

export const command = defineCommand({
  about:
    "Reads tests of other frameworks, and writes their callers and expectations into a test file: promptfoo configurations, what " +
    "OpenAI's hosted Evals hold (evals, runs, output items, data sets), end-to-end tests of Rasa (with the domain's files also the " +
    "texts of its responses), evalsets of Google's ADK, scenarios of Cekura's API, and scenarios.yaml of LiveKit's agents. The format " +
    "is recognized by its shape. The report names, line by line, what had no counterpart and what only a language model can follow or " +
    "judge. Every test becomes a caller, or the report says why not; a test that keeps none of its expectations becomes none. " +
    "Without --out, it prints the report and writes nothing.",
  args: { file: arg("<file...>", "the tests (.yaml, .json, .jsonl), with the files that belong to them") },
  options: {
    out: option("--out <file>", "the test file to write; its name ends with .parley.yaml"),
  },
  examples: [
    ["parley import tests promptfooconfig.yaml --out calls.parley.yaml", "a test file to run and to edit"],
    ["parley import tests e2e/*.yml domain/*.yml", "only the report: what would be taken over"],
  ],
  view: { kind: "text", text: reportText },
  async run(context, { file: files, out }) {
    if (out !== undefined) {
      if (!/\.parley\.ya?ml$/.test(out))
        throw usage("the name must end with .parley.yaml, so that `parley test` finds it", {
          where: `--out ${out}`,
        });
      await requireWritable(context, [
        { option: `--out ${out}`, file: out, what: "test file", isNew: true },
        { option: `--out ${out}`, file: promptFile(out), what: "prompt", isNew: true },
      ]);
    }
    const { importTests } = await import("./test-file.ts");
    const { data, text, prompt } = await importTests(context, files, out && promptFile(out));
    if (data.callers === 0)
      throw new Failure("usage", "no test could be turned into a caller", {
        details: data.report.map(
          ({ where, state, message }): Detail => ({ where, message: `${STATES[state]}: ${message}` }),
        ),
        hint: "nothing was written",
      });
    if (out === undefined) return { data, hint: "`--out calls.parley.yaml` writes the callers" };
    const { writeNamedFile } = await import("../../write-files.ts");
    const write = (name: string, content: string) =>
      writeNamedFile(resolve(context.cwd, name), content, { isNew: true }).catch((error: Error) => {
        throw usage(`cannot write the file: ${error.message}`, { where: name });
      });
    if (prompt !== undefined) await write(promptFile(out), prompt);
    await write(out, text);
    const agent = data.has_agent
      ? ""
      : `say in ${out} how your agent is reached: it has an example until then\n`;
    return {
      data: { ...data, file: out },
      hint: `${agent}next: \`parley test ${shellWord(out)}\``,
    };
  },
});

const promptFile = (out: string) => out.replace(/\.parley\.ya?ml$/, ".prompt.md");

const STATES = {
  no_caller: "no caller",
  no_counterpart: "no counterpart",
  needs_model: "needs a model",
} as const;

function reportText({ format, tests, callers, report, file }: ImportedTests): string {
  const count = (state: keyof typeof STATES) => report.filter((one) => one.state === state).length;
  return [
    ...report.map(({ where, state, message }) => `${where}  ${STATES[state]}: ${message}`),
    `${format}: ${callers} of ${tests} tests became callers; ${count("no_counterpart")} without a counterpart, ` +
      `${count("needs_model")} that need a model${file === undefined ? "" : `; written to ${file}`}`,
  ].join("\n");
}
