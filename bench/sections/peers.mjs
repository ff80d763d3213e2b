/**
 * Other command lines of this kind, installed from the npm registry and measured in the same way as this one.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { install } from "../support/install.mjs";
import { environment, PARLEY, timeNode, useFolder } from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Peers";

/** Package, the file behind its command, and the help of a command that reads something. */
const PEERS = [
  { name: "langfuse-cli", file: "bin/langfuse.mjs", leaf: ["api", "--help"] },
  { name: "resend-cli", file: "dist/cli.cjs", leaf: ["domains", "list", "--help"] },
  { name: "sentry", file: "dist/bin.cjs", leaf: ["issue", "list", "--help"] },
  { name: "vercel", file: "dist/vc.js", leaf: ["list", "--help"] },
  { name: "wrangler", file: "bin/wrangler.js", leaf: ["deployments", "list", "--help"] },
  { name: "firebase-tools", file: "lib/bin/firebase.js", leaf: ["projects:list", "--help"] },
];
const ROUNDS = 7;

export async function measure() {
  const folder = useFolder();
  try {
    const parley = { name: "parley", program: PARLEY, leaf: ["agents", "list", "--help"] };
    // Programs that report usage or check for a newer version do so before they end. Here they must not.
    const options = {
      env: { ...environment(folder.path), CI: "true", DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1" },
      cwd: folder.path,
    };
    const peers = [];
    for (const peer of PEERS) {
      const found = await tried(peer, folder.path, options);
      if (found) peers.push(found);
    }
    const all = [parley, ...peers];
    const times = await inTurns(
      {
        nothing: () => timeNode(["-e", "0"], options),
        ...Object.fromEntries(
          all.flatMap(({ name, program, leaf }) => [
            [`${name} version`, () => timeNode([program, "--version"], options)],
            [`${name} leaf`, () => timeNode([program, ...leaf], options)],
          ]),
        ),
      },
      { rounds: ROUNDS, budget_ms: 180_000 },
    );
    const ratios = (which) =>
      all.map(({ name, leaf }) => ({
        what: `\`${name} ${which === "version" ? "--version" : leaf.join(" ")}\``,
        ...ratio(times[`${name} ${which}`], times.nothing),
      }));
    const brought = (field) => peers.map((peer) => ({ what: `\`${peer.name}\``, ...summary([peer[field]]) }));
    return [
      { unit: "× `node -e 0`", rows: [...ratios("version"), ...ratios("leaf")] },
      { unit: "packages of `npm install`", rows: brought("packages") },
      { unit: "MB on the disk", rows: brought("megabytes") },
      { unit: "seconds of `npm install`", rows: brought("seconds") },
    ];
  } finally {
    folder.remove();
  }
}

/**
 * Installs a peer and starts it once. A peer that is not available, or does not start here, is left out, and
 * the report says so.
 */
async function tried(peer, folder, options) {
  const path = join(folder, peer.name);
  mkdirSync(path);
  const program = join(path, "node_modules", peer.name, peer.file);
  try {
    const brought = await install(path, peer.name);
    for (const args of [["--version"], peer.leaf]) await timeNode([program, ...args], options);
    return { ...peer, ...brought, program };
  } catch (error) {
    process.stderr.write(`${peer.name} is left out: ${error.message.slice(0, 600)}\n`);
    return undefined;
  }
}
