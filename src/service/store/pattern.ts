/**
 * How many characters of a text `like` looks for. SQLite refuses patterns of more than 50,000 bytes, and every
 * character may be compared with all of a record. So `like` only narrows down by the beginning, and the caller
 * compares the whole text.
 */
export const PATTERN_MAXIMUM = 200;
