/** Why an input of an evaluation is unavailable. */
export interface Absence {
  /**
   * `missing_recording`, `damaged_recording`, `unreadable_recording`, `unsupported_media`,
   * `unreadable_transcript`, or why it was not fetched.
   */
  readonly reason: string;
  readonly message: string;
  /** It may be available later. */
  readonly transient: boolean;
}

/** An input that the submission names could not be read. */
export class Unavailable extends Error implements Absence {
  readonly reason: string;
  readonly transient: boolean;

  constructor(reason: string, message: string, transient = false) {
    super(message);
    this.reason = reason;
    this.transient = transient;
  }
}

/** The result of `read`, or why the input is unavailable, as plain data. */
export async function orAbsence<T>(read: () => T | Promise<T>): Promise<T | Absence> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const { reason, message, transient } = error;
    return { reason, message, transient };
  }
}

export const isAbsence = (input: unknown): input is Absence =>
  typeof input === "object" && input !== null && "transient" in input && "reason" in input;
