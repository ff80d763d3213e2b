// `npm run clients`: writes the Python client from the contract of the built program. With a file: writes it there instead.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pythonClient } from "./clients/python.mjs";

const { openapi } = createRequire(import.meta.url)(resolve(import.meta.dirname, "../dist/openapi.cjs"));
writeFileSync(process.argv[2] ?? "clients/python/parley.py", pythonClient(openapi()));
