import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { Faults } from "../../faults.ts";
import { bulkOptions, OUTAGE_WAIT_SECONDS, type ReportTarget, reportTarget } from "../bulk/options.ts";
import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand, flag, list, option, type Values } from "../command.ts";
import { readCanaries } from "../judge/shared/canary.ts";
import { numberBetween } from "../parsers.ts";
import { audioOption, htmlFiles } from "../report/option.ts";
import { agentOption } from "../shared/agent-option.ts";
import { allowEmpty, allowOutside, unknownOptions } from "../shared/manifest-options.ts";
import { refuseGiven } from "../shared/refuse-given.ts";
import { requireWritable } from "../shared/writable.ts";
import { oneOptions, sharedFields, sharedOptions } from "./shared/call-options.ts";
import { gateOptions, junitTarget, VERDICT_WAIT_SECONDS } from "./shared/gate-options.ts";
import type { Submitted } from "./shared/wait-for-submitted.ts";

const { max_wait: _, ...journaledOptions } = bulkOptions;
const maxWait = option(
  "--max-wait <seconds>",
  `how long to wait: for a service that stops answering during the upload (default: ${OUTAGE_WAIT_SECONDS}), ` +
    `and with --wait for the verdicts (default: ${VERDICT_WAIT_SECONDS})`,
  numberBetween(0, 604_800),
);
const manyOptions = {
  ...journaledOptions,
  skip_invalid: flag(
    "--skip-invalid",
    "submit only the valid calls; the others count as failed in every report",
  ),
  allow_empty: allowEmpty,
  resend_unknown: flag(
    "--resend-unknown",
    "resend what may or may not have reached the service, at the risk of duplicate calls",
  ),
};
const outsideOptions = { allow_outside: allowOutside };

const submitOptions = {
  agent: agentOption,
  from: option("--from <folder>", "submit the calls in a folder instead of manifests"),
  ...oneOptions,
  ...sharedOptions,
  ...outsideOptions,
  ...manyOptions,
  ...unknownOptions,
};
const reportOption = list(
  "--report <format=file>",
  "also write a report on each item: json=FILE, junit=FILE, or with --wait html=FILE, a page with verdicts and transcripts; repeatable",
  reportTarget(["json", "junit", "html"]),
);
type SubmitInput = Values<typeof submitOptions> & {
  readonly manifest: readonly string[];
  readonly max_wait: number;
  readonly refusal_reports: readonly ReportTarget[];
};

export const command = defineCommand({
  about:
    "Submits finished calls and chats: many from manifests of kind Evaluations (.yaml, .json, .jsonl, .csv) or " +
    "from a folder, where a recording and its transcript have the same name; or one from flags. Recording files " +
    "are checked by content and streamed. Transcript files (.json, .vtt, .srt, or the output of a speech-to-text " +
    "service) become the entries of the transcript. You can also pass call logs of other platforms (`parley " +
    "import`). Everything is checked before anything is sent: if one call is invalid, none is sent, unless you " +
    "pass --skip-invalid. A journal next to the manifest records what was sent: after an interruption, a failure " +
    "or a crash, the same command sends the rest, and no call twice. With --json: {summary, stopped, items: " +
    "[{key, outcome, id, message, file, line}]}, where outcome is done, skipped (done before), failed, unknown or " +
    "not_sent; for a single call: the service's answer. Exit code 8 if some failed. With --wait it ends like " +
    "`parley evaluate wait`, and --json is {submitted, gate}, where gate is null if calls failed. A manifest or folder without calls is an error; " +
    "with --allow-empty it passes, and gate is null.",
  args: { manifest: arg("[manifest...]", "manifests of the calls to submit") },
  options: {
    ...submitOptions,
    wait: flag("--wait", "wait until the calls are evaluated, then pass or fail by their verdicts"),
    ...gateOptions,
    max_wait: maxWait,
    report: reportOption,
    with_audio: audioOption,
  },
  examples: [
    [
      "parley evaluate calls.yaml",
      "submits a manifest's calls; run again after an interruption, it submits the rest",
    ],
    [
      "parley evaluate --from ./calls --agent 101 --start-time-from name --report junit=calls.xml",
      "every recording in a folder with its transcript",
    ],
    [
      "parley evaluate --agent 101 --start-time 2026-11-01T12:00:00Z --recording call.wav --transcript call.json",
      "one recorded call with its transcript",
    ],
    [
      "parley evaluate calls.yaml --wait --min-pass-rate 0.9 --junit verdicts.xml",
      "a CI gate on a manifest's calls",
    ],
    [
      "parley evaluate calls.yaml --wait --report html=calls.html --with-audio",
      "writes a page to listen to: verdicts, transcripts and recordings in one file",
    ],
    [
      "parley evaluate --from ./today --agent 101 --start-time-from name --allow-empty --wait",
      "a nightly job: a folder without calls passes",
    ],
  ],
  async run(context, { wait, max_wait, poll, junit, require_calibration, canary, ...given }) {
    const { with_audio, min_pass_rate, require_evaluated, allow_unevaluated, suspicions, ...submitted } =
      given;
    const html = htmlFiles(given.report);
    const input = { ...submitted, report: given.report.filter(isOfItems) };
    const required = { min_pass_rate, require_evaluated, allow_unevaluated, suspicions, require_calibration };
    const gate = { ...required, canary, poll, junit };
    if (!wait && (html.length > 0 || with_audio))
      throw usage(`${html.length > 0 ? "--report html" : "--with-audio"} requires --wait`, {
        hint: "before the calls are evaluated there is nothing to show; add --wait, or leave it out",
      });
    const faults = new Faults();
    if (!wait) {
      const { max_wait: _, ...others } = gateOptions;
      const isSingle = input.manifest.length === 0 && input.from === undefined;
      const onlyThere = isSingle ? { ...others, max_wait: maxWait } : others;
      refuseGiven(faults, { ...gate, max_wait }, onlyThere, {
        why: "requires --wait",
        hint: "add --wait, or leave it out",
      });
    }
    await faults.of(() => requireWritable(context, [...reportFiles(given.report), ...junitTarget(junit)]));
    const refusal_reports = junit === undefined ? [] : [{ format: "junit" as const, file: junit }];
    const outage = { ...input, max_wait: max_wait ?? OUTAGE_WAIT_SECONDS, refusal_reports };
    if (!wait) {
      const { calls: _, ...result } = await submit(context, outage, faults);
      return result;
    }
    const { waitForSubmitted } = await import("./shared/wait-for-submitted.ts");
    const verdicts = { ...gate, max_wait: max_wait ?? VERDICT_WAIT_SECONDS, html, with_audio };
    const canaries = await readCanaries(context, canary);
    return waitForSubmitted(context, await submit(context, outage, faults), { ...verdicts, canaries });
  },
});

/** The HTML report shows verdicts. The other reports show what was submitted. */
const isOfItems = (target: ReportTarget<string>): target is ReportTarget => target.format !== "html";

async function submit(
  context: Context,
  { agent, manifest, from, ...input }: SubmitInput,
  faults: Faults,
): Promise<Submitted> {
  if (manifest.length > 0) {
    if (from !== undefined) faults.add(usage("manifests and --from cannot be used together"));
    refuseGiven(
      faults,
      input,
      { ...oneOptions, ...sharedOptions },
      {
        why: "is only for calls from flags",
        hint: "put it into the manifest: in an evaluation, or in `defaults` for all",
      },
    );
    faults.refuse();
    const { callsOfFiles } = await import("./from-files.ts");
    const { submitMany } = await import("./shared/many.ts");
    return submitMany(context, await callsOfFiles(context, manifest, { agent, ...input }), input);
  }
  refuseGiven(faults, input, unknownOptions, {
    why: "is only for manifests",
    hint: "leave it out: flags and folders have no fields of their own",
  });
  if (from === undefined) {
    refuseGiven(faults, input, outsideOptions, {
      why: "is only for manifests and --from",
      hint: "leave it out: flags may name any file",
    });
    refuseGiven(faults, input, manyOptions, {
      why: "is only for manifests and --from",
      hint: "a single call from flags has no journal and no report",
    });
    const { submitOne } = await import("./one.ts");
    return submitOne(context, agent, input, faults);
  }
  refuseGiven(faults, input, oneOptions, {
    why: "is only for a single call",
    hint: "leave it out: with --from, it comes from the files",
  });
  if (!input.start_time_from)
    faults.add(
      usage("no start time for the calls", {
        hint: "give --start-time-from name, or --start-time-from mtime",
      }),
    );
  const agent_id = String(await faults.of(() => context.agent(agent)));
  const { start, fields } = faults.settle({
    start: input.start_time_from,
    fields: await faults.of(() => sharedFields(input, agent_id)),
  });
  const { callsOfFolder } = await import("./from-folder.ts");
  const { submitMany } = await import("./shared/many.ts");
  return submitMany(context, await callsOfFolder(context, from, { fields, start, ...input }), input);
}
