import type { Answer, Lenient } from "../../../contract/types.ts";
import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { pageHint } from "../shared/page-hint.ts";

type Certificate = Lenient<Answer<"list_judge_certificates">>["certificates"][number];

export const command = defineCommand({
  needs: ["list_judge_certificates"],
  about:
    "Lists the certificates of `judge calibrate`, newest first. A certificate covers verdicts with the same " +
    "metric, question, model and number of votes. With --json: {certificates, total_count, page, …}.",
  options: {
    page: option("--page <n>", "which page", integerFrom(1), 1),
    page_size: option("--page-size <n>", "certificates per page (the service's default: 50)", integerFrom(1)),
  },
  examples: [
    ["parley judge certificates", "every calibrated judge"],
    [
      "parley judge certificates --json --query 'certificates[].[metric, measured.kappa.lower]'",
      "how far each of them agrees with people, at least",
    ],
  ],
  view: {
    kind: "rows",
    rows: "certificates",
    columns: [
      "metric",
      "model",
      "votes",
      { title: "labels", value: ({ measured }: Certificate) => measured.examples },
      { title: "kappa", value: ({ measured: { kappa } }: Certificate) => kappa?.value.toFixed(3) ?? null },
      {
        title: "at least",
        value: ({ measured: { kappa } }: Certificate) => kappa?.lower.toFixed(3) ?? null,
      },
      {
        title: "agreement",
        value: ({ abstention }: Certificate) => abstention?.least_agreement?.toFixed(3) ?? null,
      },
      { title: "made", value: "made_at", kind: "time" },
    ],
    empty: "no certificates; `parley judge calibrate` creates one",
  },
  async run(context, { page, page_size }) {
    const data = await context.read("list_judge_certificates", { query: { page, page_size } });
    return { data, hint: pageHint(data, "certificates") };
  },
});
