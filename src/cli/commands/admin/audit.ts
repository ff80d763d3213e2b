import { defineCommand, option } from "../command.ts";
import { dateTime, text, uuid } from "../parsers.ts";
import { DIRECTLY, storeOptions, withStore } from "./shared/store.ts";

export const command = defineCommand({
  about:
    `${DIRECTLY} Each line counts one day's requests with the same key, address, operation and ` +
    "outcome: done, refused (4xx), failed (5xx), or the reason why the key was refused. Operations that only read are " +
    "counted together as `read`. Keys are named by id. Requests appear after about two seconds.",
  options: {
    org: option("--org <organization>", "only this organization, by name or id", text),
    key: option("--key <key-id>", "only this key, by its id from `parley admin key list`", uuid),
    since: option("--since <time>", "only from this time on, such as 2026-11-01T00:00:00Z", dateTime),
    ...storeOptions,
  },
  examples: [
    ["parley admin audit --since 2026-11-01T00:00:00Z", "who has done what since then, and who was refused"],
    [
      "parley admin audit --query \"[?outcome=='unknown_key' || outcome=='revoked_key']\" --json",
      "attempts with unknown or revoked keys",
    ],
  ],
  view: {
    kind: "rows",
    columns: [
      { title: "last", value: "last_at", kind: "time" },
      "organization",
      { title: "key", value: "key_id" },
      { title: "name", value: "key_name" },
      "address",
      "operation",
      "outcome",
      "count",
      { title: "first", value: "first_at", kind: "time" },
    ],
    empty: "no keys were used",
  },
  async run(context, { org, key, since, ...place }) {
    const { listKeyUse } = await import("../../../service/administration/audit.ts");
    const asked = { organization: org, key, since };
    return { data: await withStore(context, place, (store) => listKeyUse(store, asked)) };
  },
});
