import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
