import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";

export const command = defineCommand({
  needs: ["store_judge_certificate"],
  about:
    "Stores certificates written by `judge calibrate --out`. Use it in CI, where the service is new each time and " +
    "you do not want to pay for a calibration in every run. A certificate names the question and the model that " +
    "it covers.",
  args: { files: arg("<file...>", "certificates (.json)", text) },
  options: {},
  examples: [
    ["parley judge certify certificate.json", "in CI, before `sim wait --require-calibration`"],
    ["parley judge certify certificates/*.json", "all of them"],
  ],
  view: {
    kind: "text",
    text: ({ certificates }: { certificates: readonly { metric: string; model: string }[] }) =>
      certificates.map(({ metric, model }) => `${metric}: certified for ${model}`).join("\n"),
  },
  async run(context, { files }) {
    const { JudgeCertificateCreate } = await import("../../../contract/schemas/index.ts");
    const { readBody } = await import("../body/read.ts");
    const bodies = [];
    for (const file of files)
      bodies.push(
        await readBody(context, { noun: "certificate", schema: JudgeCertificateCreate, file, set: [] }),
      );
    const certificates = await context.changeEach(
      "store_judge_certificate",
      bodies.map((body) => ({ body })),
    );
    return { data: { certificates } };
  },
});
