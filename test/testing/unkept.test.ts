/** A run that cannot be kept still has its verdicts and its exit code. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();

/** A disk of its own, if the system allows it. */
const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]).status === 0;

const STATES = {
  full: ["head -c 600000 /dev/zero > /mnt/filler 2>/dev/null", "no space left on the disk"],
  "read-only": ["mount -o remount,ro /mnt", "read-only"],
} as const;

/** Runs a script on a small disk that has the test file in it. `$@` is the program. */
function onDisk(script: string, folder: string) {
  const mounted = `mount -t tmpfs -o size=512k tmpfs /mnt && cp -r '${folder}/.' /mnt && cd /mnt && ${script}`;
  return spawnSync("unshare", ["-rm", "sh", "-c", mounted, "sh", process.execPath, BINARY], {
    env: parley.environment(),
    encoding: "utf8",
  });
}

test.skipIf(!canMount).each(["full", "read-only"] as const)("on a disk that is %s", (state) => {
  const folder = files.write({ command: "python3 desk.py", stdio: true }, [
    BOB,
    { ...BOB, name: "Ana", expect: ["never calls issue_refund"] },
  ]);
  cpSync(join(AGENTS, "order-desk.py"), join(folder, "desk.py"));
  const [fill, why] = STATES[state];
  const script = `${fill}; "$@" test -t Bob; echo "code $?"; "$@" test; echo "code $?"; "$@" test --json; echo "code $?"`;
  const { stdout, stderr } = onDisk(script, folder);
  expect(stdout).toMatch(/ 1 passed .*\ncode 0\n/);
  expect(stdout).toMatch(/ 1 passed, 1 failed .*\ncode 9\n/);
  expect(stdout).toMatch(/\n\}\ncode 9\n$/);
  expect(stderr).toContain(
    "warning: this run is not kept in .parley/test, so --last-failed and --ui do not know it: ",
  );
  expect(stderr).toContain(why);
  expect(stderr).not.toContain("this is a bug");
});

test.skipIf(!canMount)("a test file that did not fit on the disk leaves nothing behind", () => {
  const folder = files.write({ http: "http://127.0.0.1:9/" });
  const init = `"$@" test --init new.parley.yaml --agent http --at http://127.0.0.1:9/ --goal x`;
  const { stdout, stderr } = onDisk(
    `head -c 600000 /dev/zero > filler 2>/dev/null; ${init}; echo "code $?"; ls; rm filler; ${init}; echo "code $?"`,
    folder,
  );
  expect(stderr).toContain("error: cannot write the file: ENOSPC");
  expect(stdout).toMatch(/^code 2\ndesk\.parley\.yaml\nfiller\n/);
  expect(stdout).toMatch(/\ncode 0\n$/);
});
