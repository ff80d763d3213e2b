/** Measurements of judges, which gates and reports use. */
import type { Output } from "../../contract/types.ts";
import type { Handlers } from "../handler.ts";
import type { Row } from "../store/schema.ts";
import { countsOf, offsetOf } from "./page.ts";

export const judgeCertificateHandlers = {
  async store_judge_certificate({ organization_id, body }, { write, now }) {
    const { question_sha256, model, votes, labels_sha256 } = body;
    const stored = { record: JSON.stringify(body), created_at: now().toISOString() };
    const row = { organization_id, question_sha256, model, votes, labels_sha256, ...stored };
    await write((transaction) =>
      transaction
        .insertInto("judge_certificate")
        .values(row)
        .onConflict((known) =>
          known
            .columns(["organization_id", "question_sha256", "model", "votes", "labels_sha256"])
            .doUpdateSet(stored),
        )
        .execute(),
    );
    return show(row);
  },

  async list_judge_certificates({ organization_id, query: page }, { db }) {
    const own = db.selectFrom("judge_certificate").where("organization_id", "=", organization_id);
    const { total } = await own.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
    const rows = await own
      .select(["record", "created_at"])
      .orderBy("created_at", "desc")
      .orderBy("question_sha256")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    return { certificates: rows.map(show), ...countsOf(page, Number(total), rows.length) };
  },
} satisfies Partial<Handlers>;

const show = ({
  record,
  created_at,
}: Pick<Row<"judge_certificate">, "record" | "created_at">): Output<"JudgeCertificate"> => ({
  ...JSON.parse(record),
  made_at: created_at,
});
