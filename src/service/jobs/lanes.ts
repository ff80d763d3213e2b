/** What works on each kind of job. */
import { deliverWebhook } from "../webhooks/deliver.ts";
import type { JobLanes } from "./jobs.ts";

export const lanes: JobLanes = {
  deliver_webhook: deliverWebhook,
};
