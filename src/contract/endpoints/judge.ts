/** Operations on the judge: its answers to labelled conversations, and measurements of its error. */
import { type Endpoint, page } from "./row.ts";

export const judge = {
  calibrate_judge: {
    method: "POST",
    path: "/v1/judge-calibration",
    tier: "own",
    summary: "Evaluate a custom metric on examples without storing anything but the model's answers",
    body: "JudgeCalibration",
    answer: "JudgeCalibrationAnswer",
    errors: [400],
    repeat: "safe",
  },
  store_judge_certificate: {
    method: "POST",
    path: "/v1/judge-certificates",
    tier: "own",
    summary: "Store the certificate of a judge",
    body: "JudgeCertificateCreate",
    answer: "JudgeCertificate",
    errors: [],
    repeat: "safe",
  },
  list_judge_certificates: {
    method: "GET",
    path: "/v1/judge-certificates",
    tier: "own",
    summary: "List the certificates of judges, newest first",
    query: page,
    answer: "JudgeCertificatePage",
    list: "certificates",
    errors: [],
    repeat: "safe",
  },
  list_review_queue: {
    method: "GET",
    path: "/v1/review-queue",
    tier: "own",
    summary: "List the conversations that someone has not labelled yet",
    query: { metric: { type: "string" }, labeller: { type: "string" } },
    answer: "ReviewQueue",
    errors: [],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
