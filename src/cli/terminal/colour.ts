type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether to colour a stream, decided once per stream for every library. `--no-colour` and NO_COLOR switch
 * colour off, and FORCE_COLOR and CLICOLOR_FORCE switch it on. Otherwise, it is on for a terminal that is
 * neither dumb nor in CI.
 */
export function wantsColour(env: Environment, stream: { isTTY?: boolean }, noColour: boolean): boolean {
  if (noColour || env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"] || env["CLICOLOR_FORCE"];
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
}

/** The few styles in use. Colour never carries meaning alone. */
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

/** Loads chalk only if there is colour. By itself, chalk would follow stdout and ignore NO_COLOR. */
export async function createPaint(colour: boolean): Promise<Paint> {
  if (!colour) return noPaint;
  const { Chalk } = await import("chalk");
  return new Chalk({ level: 1 });
}
