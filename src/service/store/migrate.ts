import { type Kysely, Migrator, sql } from "kysely";
import * as initial from "./migrations/0001-initial.ts";
import * as apiKeys from "./migrations/0010-api-keys.ts";
import * as jobOrigin from "./migrations/0020-job-origin.ts";
import * as rateWindow from "./migrations/0021-rate-window.ts";
import * as recordingKeys from "./migrations/0030-recording-keys.ts";
import * as digitalHumanRequests from "./migrations/0040-digital-human-requests.ts";
import * as retention from "./migrations/0050-retention.ts";
import * as keyUse from "./migrations/0051-key-use.ts";
import * as runStatus from "./migrations/0060-run-status.ts";
import * as setAsideJobs from "./migrations/0070-set-aside-jobs.ts";
import * as resultCriteria from "./migrations/0080-result-criteria.ts";
import * as toolCallArrival from "./migrations/0081-tool-call-arrival.ts";
import * as idempotencyKeys from "./migrations/0090-idempotency-keys.ts";
import * as labelMoves from "./migrations/0100-label-moves.ts";
import * as furtherFields from "./migrations/0130-further-fields.ts";
import * as updates from "./migrations/0150-updates.ts";
import * as documents from "./migrations/0151-documents.ts";
import * as simulationSettings from "./migrations/0152-simulation-settings.ts";
import * as openingPatience from "./migrations/0170-opening-patience.ts";
import * as schedules from "./migrations/0171-schedules.ts";
import * as alerts from "./migrations/0172-alerts.ts";
import * as situations from "./migrations/0173-situations.ts";
import * as console_ from "./migrations/0190-console.ts";
import * as voice from "./migrations/0200-voice.ts";
import * as traceSpans from "./migrations/0220-trace-spans.ts";
import * as asCode from "./migrations/0250-as-code.ts";
import * as journeySteps from "./migrations/0251-journey-steps.ts";
import * as furtherInConversations from "./migrations/0252-further-in-conversations.ts";
import * as outlinesOfResults from "./migrations/0260-outlines-of-results.ts";
import * as valuesOfMarks from "./migrations/0261-values-of-marks.ts";
import * as outcomesOfCalls from "./migrations/0262-outcomes-of-calls.ts";
import * as judgeCertificates from "./migrations/0270-judge-certificates.ts";
import * as toldChanges from "./migrations/0290-told-changes.ts";
import * as labelsOfPeople from "./migrations/0300-labels-of-people.ts";
import * as countedChanges from "./migrations/0320-counted-changes.ts";
import * as unanswered from "./migrations/0338-unanswered.ts";
import * as countedConversations from "./migrations/0343-counted-conversations.ts";
import * as withoutWebhook from "./migrations/0344-without-webhook.ts";
import * as testedVersions from "./migrations/0350-tested-versions.ts";
import * as promptPolicies from "./migrations/0355-prompt-policies.ts";
import type { Database, Dialect } from "./schema.ts";

/** Every change of the tables, in order. A migration that has been released is never edited. */
const migrations = {
  "0001-initial": initial,
  "0010-api-keys": apiKeys,
  "0020-job-origin": jobOrigin,
  "0021-rate-window": rateWindow,
  "0030-recording-keys": recordingKeys,
  "0040-digital-human-requests": digitalHumanRequests,
  "0050-retention": retention,
  "0051-key-use": keyUse,
  "0060-run-status": runStatus,
  "0070-set-aside-jobs": setAsideJobs,
  "0080-result-criteria": resultCriteria,
  "0081-tool-call-arrival": toolCallArrival,
  "0090-idempotency-keys": idempotencyKeys,
  "0100-label-moves": labelMoves,
  "0130-further-fields": furtherFields,
  "0150-updates": updates,
  "0151-documents": documents,
  "0152-simulation-settings": simulationSettings,
  "0170-opening-patience": openingPatience,
  "0171-schedules": schedules,
  "0172-alerts": alerts,
  "0173-situations": situations,
  "0190-console": console_,
  "0200-voice": voice,
  "0220-trace-spans": traceSpans,
  "0250-as-code": asCode,
  "0251-journey-steps": journeySteps,
  "0252-further-in-conversations": furtherInConversations,
  "0260-outlines-of-results": outlinesOfResults,
  "0261-values-of-marks": valuesOfMarks,
  "0262-outcomes-of-calls": outcomesOfCalls,
  "0270-judge-certificates": judgeCertificates,
  "0290-told-changes": toldChanges,
  "0300-labels-of-people": labelsOfPeople,
  "0320-counted-changes": countedChanges,
  "0338-unanswered": unanswered,
  "0343-counted-conversations": countedConversations,
  "0344-without-webhook": withoutWebhook,
  "0350-tested-versions": testedVersions,
  "0355-prompt-policies": promptPolicies,
};

/** Name of the last migration. */
export const newestMigration: string = Object.keys(migrations).sort().at(-1) ?? "";

/** The tables are newer than this service knows, or than requested. */
class StoreNewer extends Error {
  override readonly name = "StoreNewer";
}

/**
 * Updates the tables; starting twice changes nothing. Processes that start at the same time with one PostgreSQL
 * database wait for each other, because Kysely's migrator takes a lock there.
 * @param to name of the migration to stop after
 * @throws StoreNewer
 */
export async function migrate(db: Kysely<Database>, dialect: Dialect, to = newestMigration): Promise<void> {
  if (!Object.hasOwn(migrations, to))
    throw new StoreNewer(`this version of parley does not know the migration ${to}`);
  const ofDialect = Object.entries(migrations).map(([name, { up }]) => [
    name,
    { up: (tables: Kysely<unknown>) => up(tables, dialect) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(ofDialect) };
  const migrator = new Migrator({ db, provider });
  const newest = await newestIn(db, migrator);
  if (newest !== undefined && newest > to)
    throw new StoreNewer(
      to === newestMigration
        ? `the tables are newer (${newest}) than this version of parley (${to})`
        : `the tables are newer (${newest}) than requested (${to})`,
    );
  if (dialect === "postgres") return run(migrator, to);
  // Kysely does not use a transaction for migrations on SQLite, but one works: after a kill, all of the changes are
  // there, or none.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await run(new Migrator({ db: connection, provider }), to);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** The last migration of these tables, which may be one that only a newer version knows. */
async function newestIn(db: Kysely<Database>, migrator: Migrator): Promise<string | undefined> {
  const known = await migrator.getMigrations();
  // Before the first migration, the table of migrations does not exist. Every version knows the first migration.
  if (!known.some(({ executedAt }) => executedAt)) return undefined;
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name;
}

async function run(migrator: Migrator, to: string): Promise<void> {
  const { error } = await migrator.migrateTo(to);
  if (error) throw error;
}
