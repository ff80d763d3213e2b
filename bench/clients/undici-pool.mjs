/**
 * Sends one body N times through a pool of undici, and nothing else. Arguments: N, connections, file of the
 * body.
 */
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [count, connections, file] = process.argv.slice(2);
const body = readFileSync(file, "utf8");
const pool = new Pool(process.env.PARLEY_BASE_URL, { connections: Number(connections) });
const headers = { "content-type": "application/json", "x-api-key": "k" };
let left = Number(count);

async function sender() {
  while (left-- > 0) {
    const answer = await pool.request({ method: "POST", path: "/v1/create-digital-human", headers, body });
    await answer.body.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: Number(connections) }, sender));
await pool.close();
