/**
 * The HTTP API as data: one row per endpoint. The client calls it, the service answers it, and the OpenAPI document
 * and `parley api` are printed from it. Bodies and answers are named here and defined in schemas/, so that
 * reading this table does not load a schema library.
 */
import { agents } from "./endpoints/agents.ts";
import { calls } from "./endpoints/calls.ts";
import { digitalHumans } from "./endpoints/digital-humans.ts";
import { documented } from "./endpoints/documented.ts";
import { metrics } from "./endpoints/metrics.ts";
import { simulations } from "./endpoints/simulations.ts";
import { versions } from "./endpoints/versions.ts";
import { voice } from "./endpoints/voice.ts";
import { webhooks } from "./endpoints/webhooks.ts";
import { workflows } from "./endpoints/workflows.ts";

export type { Endpoint, Param, SchemaName } from "./endpoints/row.ts";

export const endpoints = {
  ...documented,
  ...agents,
  ...metrics,
  ...digitalHumans,
  ...simulations,
  ...voice,
  ...versions,
  ...calls,
  ...webhooks,
  ...workflows,
};
export type Endpoints = typeof endpoints;
export type Operation = keyof Endpoints;
