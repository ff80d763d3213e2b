type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether a stream takes colour. Decided once, for every library, a stream at a time: `--no-color` and NO_COLOR
 * switch off, FORCE_COLOR and CLICOLOR_FORCE switch on, else a terminal that is not dumb and not CI's.
 */
export function wantsColour(env: Environment, stream: { isTTY?: boolean }, noColour: boolean): boolean {
  if (noColour || env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"] || env["CLICOLOR_FORCE"];
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
}

/** The few styles in use. Meaning is never carried by colour alone. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = Readonly<Record<Style, (text: string) => string>>;

const plain = (text: string) => text;
export const noPaint: Paint = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};

/** Loads chalk only where there is colour; left alone it would follow stdout and ignore NO_COLOR. */
export async function createPaint(colour: boolean): Promise<Paint> {
  if (!colour) return noPaint;
  const { Chalk } = await import("chalk");
  return new Chalk({ level: 1 });
}
