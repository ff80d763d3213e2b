// `npm run clients`: writes the Python client from the contract of the built program. With a file: writes it there instead.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { pythonClient } from "./clients/python.mjs";

const { openapi } = createRequire(import.meta.url)(resolve(import.meta.dirname, "../dist/openapi.cjs"));
const file = process.argv[2] ?? "clients/python/parley.py";
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, pythonClient(openapi()));
