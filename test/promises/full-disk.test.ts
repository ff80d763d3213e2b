/** A full disk is named, loses nothing that a person has written, and is not in the way once there is room again. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { AGENTS, BOB } from "../support/testing.ts";

const service = useRecorder();
const parley = useCli(service);

/** Filling a disk needs a separate one, if the system allows it. */
const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

const FILL = "head -c 600000 /dev/zero > /mnt/filler 2>/dev/null";

/** Runs a script in a folder that is alone on a small disk. `$@` is the program. */
async function onDisk(script: string) {
  const mounted = `mount -t tmpfs -o size=256k tmpfs /mnt && cd /mnt && ${script}`;
  const child = spawn("unshare", ["-rm", "sh", "-c", mounted, "sh", process.execPath, BINARY], {
    env: parley.environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).not.toContain("this is a bug");
  return { stdout, stderr };
}

const CALLS = `kind: Evaluations
defaults: { agent_id: "7", start_time_utc: 2026-11-01T12:00:00Z }
evaluations:
  - transcript: [{ speaker: AGENT, utterance: Hello, start_offset_ms: 0, end_offset_ms: 900 }]
`;

test.skipIf(!canMount)("bulk work continues as soon as there is room", async () => {
  service.answer({ body: { status: "success", call_id: "c1", message: "queued" } });
  const run = `"$@" evaluate calls.yaml --json --query summary.done; echo "code $?"`;
  const { stdout, stderr } = await onDisk(
    `printf '%s' '${CALLS}' > calls.yaml; ${FILL}; ${run}; rm filler; ${run}`,
  );
  expect(stderr).toMatch(/cannot open the journal: ENOSPC/);
  expect(stderr).not.toContain("another parley process");
  expect(stdout).toBe("code 1\n1\ncode 0\n");
  expect(service.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test.skipIf(!canMount)(
  "a label that was moved is said to have moved, whatever could be recorded",
  async () => {
    let holder = 3;
    service.answer(({ method, path }) => {
      if (method === "POST") holder = 4;
      if (method === "POST") return { body: { labels: ["production"] } };
      const version = Number(/version=(\d)/.exec(path)?.[1] ?? holder);
      return {
        body: path.includes("/prompts/") ? [{ prompt_text: `v${version}`, version, agent_id: 7 }] : {},
      };
    });
    const { stderr } = await onDisk(
      `${FILL}; "$@" prompts promote 4 production --agent 7 --yes -q; echo "code $?" >&2`,
    );
    expect(stderr).toContain("error: production was moved, but the release history could not be written\n");
    expect(stderr).toContain("ENOSPC");
    expect(stderr).toMatch(/code 1\n$/);
  },
);

test.skipIf(!canMount)(
  "snapshots are as they were if new ones have no room, and half a report is not there",
  async () => {
    const test_file = {
      kind: "Test",
      agent: { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true },
      callers: { list: [{ ...BOB, expect: ["matches snapshot"] }] },
    };
    const { stdout, stderr } = await onDisk(
      `printf '%s' '${JSON.stringify(test_file)}' > desk.parley.yaml; echo 'callers: { Bob: [] }' > desk.snapshots.yaml
    ${FILL}; "$@" test --update; echo "code $?"; cat desk.snapshots.yaml; "$@" test --reporter json=r.json -q; echo "code $?"; ls`,
    );
    expect(stderr).toContain("error: no space left on the disk\n");
    expect(stderr).toContain("error: cannot write the report: ENOSPC");
    expect(stdout).toMatch(/^code 1\ncallers: \{ Bob: \[\] \}\n/);
    expect(stdout).toMatch(/code 1\ndesk\.parley\.yaml\ndesk\.snapshots\.yaml\nfiller\n$/);
  },
);
