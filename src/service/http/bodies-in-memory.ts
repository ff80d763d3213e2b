/** Limits on bodies that are in memory, from their first byte until they are answered. */
import { Refused } from "../errors.ts";
import { LONG, limitShares, type ShareLimits } from "./shares.ts";

export const BODIES_LIMITS: ShareLimits = {
  organization_bytes: 64 * 1024 * 1024,
  service_bytes: 128 * 1024 * 1024,
};

const RETRY_S = 5;

/** The room that a body takes. */
export interface BodyRoom {
  /**
   * Call this before keeping more of it. @throws Refused (429) if there is no room for this many more bytes
   */
  grow(bytes: number): void;
  /** Call this after the body has been answered. */
  free(): void;
}

/** Reserves room for a body. @param holder whose share it uses */
export type GiveRoom = (holder: string) => BodyRoom;

export function limitBodies(limits: ShareLimits): GiveRoom {
  const shares = limitShares(limits);
  return (holder) => {
    let size = 0;
    let counted = 0;
    return {
      grow(bytes) {
        size += bytes;
        if (size <= LONG) return;
        const full = shares.fullFor(holder, size - counted, counted);
        if (full) throw noRoom(full);
        shares.add(holder, size - counted);
        counted = size;
      },
      free() {
        shares.add(holder, -counted);
        counted = 0;
        size = 0;
      },
    };
  };
}

/** Never 503, because after that, a client cannot know whether its request was carried out. */
const noRoom = (full: "organization" | "service") =>
  new Refused(
    429,
    full === "organization"
      ? `your organization sends too much at once; wait for answers, then try again in ${RETRY_S} s`
      : `the service has as many large requests in progress as it can; try again in ${RETRY_S} s`,
    {},
    { "retry-after": String(RETRY_S) },
  );
