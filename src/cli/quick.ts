/**
 * Answers that need nothing else of the program: its version, and its help at the two usual widths. The build
 * writes them.
 */

/** The width of piped help in columns, and the maximum width on a wide terminal. */
export const HELP_WIDTHS = [80, 110] as const;

/** File with the help text of a command, within the folder for the width. */
export const helpFile = (words: readonly string[]) => `${["parley", ...words].join("-")}.txt`;

/**
 * What to print for a command line; undefined if the program itself has to handle it.
 * @param read the text of a file that the build wrote
 * @param columns of stdout; undefined if it is not a terminal
 */
export function quickAnswer(
  argv: readonly string[],
  {
    version,
    read,
    columns = 80,
  }: { version: string; read: (name: string) => string; columns?: number | undefined },
): string | undefined {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) return `${version}\n`;
  const words = helpWords(argv);
  if (!words?.every((word) => /^[a-z][a-z-]*$/.test(word))) return undefined;
  const width = HELP_WIDTHS.find((width) => width === Math.min(columns, 110));
  if (width === undefined) return undefined;
  try {
    return read(`help/${width}/${helpFile(words)}`);
  } catch {
    // The program itself explains unknown commands.
    return undefined;
  }
}

/** The command whose help is requested: by a trailing `--help`, a leading `help`, or no words at all. */
function helpWords(argv: readonly string[]): readonly string[] | undefined {
  if (argv.length === 0) return [];
  if (argv[0] === "help") return argv.slice(1);
  const last = argv.at(-1);
  return last === "--help" || last === "-h" ? argv.slice(0, -1) : undefined;
}
