/** This version does not touch a store that it cannot use, because another version has made or updated it. */
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { startService } from "../support/served.ts";

const parley = useCli();

const UNRELEASED =
  /^(?:store: .+\n)?error: the store is from a build before parley's first release, which this version cannot use\nhint: nothing was changed; start with another --data or an empty database, and add the data again\n/;

test.each([
  {
    of: "a newer version",
    change: "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')",
    stderr:
      /^(?:store: .+\n)?error: the tables are newer \(9999-later\) than this version of parley \(\d{4}-[\w-]+\)\nhint: nothing was changed; use the newer version of parley/,
  },
  {
    of: "a build before the first release",
    change: "update kysely_migration set name = '0371-shared-bodies'",
    stderr: UNRELEASED,
  },
  {
    of: "a build before the first release, with other tables under the same number",
    change: "update kysely_migration set name = '1000-initial-00000000'",
    stderr: UNRELEASED,
  },
])("serve and admin refuse a store of $of, and say what to do", async ({ of, change, stderr: expected }) => {
  const data = join(parley.home, of);
  const service = await startService(parley, "--data", data);
  await service.stop("SIGTERM");
  const db = new DatabaseSync(join(data, "parley.db"));
  db.exec(change);
  db.close();

  for (const args of [
    ["serve", "--data", data, "--port", "0"],
    ["admin", "org", "list", "--data", data],
  ]) {
    const { code, stderr } = await parley(args);
    expect({ code, stderr }, args[0]).toEqual({ code: 2, stderr: expect.stringMatching(expected) });
  }
});
