/** A cache of answers, for as long as they are valid: lists are read often and seldom change. */
import { LRUCache } from "lru-cache";
import type { Operation } from "../../contract/endpoints.ts";
import type { RevisionOf, Table } from "../store/revisions.ts";

type ReadTables = Partial<Record<Operation, readonly Table[]>>;

/**
 * The tables that a list depends on. An answer may be cached if it depends only on rows of these tables, the
 * organization and the requested address. Tables that runs and evaluations constantly write to are not among them.
 */
export const READ_TABLES = {
  list_agents: ["agent"],
  list_custom_metrics: ["agent", "custom_metric", "custom_metric_agent"],
  list_custom_metrics_by_agent: ["agent", "custom_metric", "custom_metric_agent"],
  list_digital_humans: ["digital_human", "simulation", "simulation_digital_human"],
  list_knowledge_base_versions: ["agent", "knowledge_base_version", "label"],
  list_labels: ["agent", "label"],
  list_prompt_versions: ["agent", "label", "prompt_version"],
  list_simulations: ["simulation", "simulation_digital_human"],
  list_simulation_runs: ["simulation", "simulation_run"],
} as const satisfies ReadTables;

/** Bytes of all cached answers together. */
const BYTES_MAXIMUM = 32 * 1024 * 1024;
/** What an entry takes in addition to its address and its text. */
const ENTRY_BYTES = 256;

/** What was requested, and by whom. */
interface Request {
  readonly operation: Operation;
  readonly organization_id: string;
  /** Path and query as they were sent. */
  readonly url: string;
}

/** Already encoded, because encoding is most of the cost of a long answer. */
type Bytes = Uint8Array<ArrayBuffer>;

/** The answer as it is sent: a cached one if it is still valid, otherwise the result of `make`. Texts are cached. */
export type ResponseCache = <T>(
  request: Request,
  make: () => Promise<string | T>,
) => Promise<string | T | Bytes>;

interface Cached {
  readonly revision: number;
  readonly bytes: Bytes;
}

/** If `revisionOf` cannot tell whether an answer is still valid, none is cached. */
export function createResponseCache(revisionOf: RevisionOf, bytes_maximum = BYTES_MAXIMUM): ResponseCache {
  const cached = new LRUCache<string, Cached>({
    maxSize: bytes_maximum,
    sizeCalculation: ({ bytes }, name) => name.length * 2 + bytes.length + ENTRY_BYTES,
  });

  return async ({ operation, organization_id, url }, make) => {
    const tables = (READ_TABLES as ReadTables)[operation];
    if (!tables) return make();
    // Read before anything else: a change made in the meantime then invalidates the answer at once.
    const revision = await revisionOf(tables);
    if (revision === undefined) return make();
    const name = `${organization_id} ${url}`;
    // `get` would make it younger. The oldest answer is dropped first, however often it is read.
    const entry = cached.peek(name);
    if (entry?.revision === revision) return entry.bytes;
    const answer = await make();
    if (typeof answer !== "string") return answer;
    const bytes = Buffer.from(answer);
    cached.set(name, { revision, bytes });
    return bytes;
  };
}
