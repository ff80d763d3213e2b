/** An input of an evaluation that the submission names and that could not be read. */
export class Unavailable extends Error {
  /** `missing_recording`, `unreadable_recording`, `unsupported_media`, `unreadable_transcript` or why it was not fetched. */
  readonly reason: string;
  /** It may be there at another time. */
  readonly transient: boolean;

  constructor(reason: string, message: string, transient = false) {
    super(message);
    this.reason = reason;
    this.transient = transient;
  }
}
