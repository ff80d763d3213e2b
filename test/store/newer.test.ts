/** This version does not touch a store that a newer version has used. */
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { startService } from "../support/served.ts";

const parley = useCli();

test("serve and admin say that the tables are newer, and what to do", async () => {
  const data = join(parley.home, "data");
  const service = await startService(parley, "--data", data);
  await service.stop("SIGTERM");
  const db = new DatabaseSync(join(data, "parley.db"));
  db.prepare("insert into kysely_migration (name, timestamp) values (?, ?)").run("9999-later", "2030-01-01");
  db.close();

  for (const args of [
    ["serve", "--data", data, "--port", "0"],
    ["admin", "org", "list", "--data", data],
  ]) {
    const { code, stderr } = await parley(args);
    expect({ code, stderr }, args[0]).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^(?:store: .+\n)?error: the tables are newer \(9999-later\) than this version of parley \(\d{4}-[\w-]+\)\nhint: nothing was changed; use the newer version of parley/,
      ),
    });
  }
});
