/**
 * The HTTP API as data: one row per endpoint. The client calls it, the service answers it, and the OpenAPI document
 * and `parley api` are printed from it. Bodies and answers are named here and defined in schemas/, so that
 * reading this table does not load a schema library.
 */
import { documented } from "./endpoints/documented.ts";
import { extensions } from "./endpoints/extensions.ts";

export type { Endpoint, Param, SchemaName } from "./endpoints/row.ts";

export const endpoints = { ...documented, ...extensions };
export type Endpoints = typeof endpoints;
export type Operation = keyof Endpoints;
