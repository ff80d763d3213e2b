/**
 * Characters of a text that `like` looks for. SQLite refuses patterns of more than 50,000 bytes, and every character may be compared
 * with all of a record; so only the beginning narrows down, and whoever asks compares the whole.
 */
export const PATTERN_MAXIMUM = 200;
