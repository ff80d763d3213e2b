/** Adds the line that names the report, as the last line. */
export const withReport = (hint: string | undefined, line: string | undefined): { hint?: string } => {
  const lines = [hint, line].filter((one) => one !== undefined && one !== "");
  return lines.length > 0 ? { hint: lines.join("\n") } : {};
};
