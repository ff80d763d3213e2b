import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { sanitizeLine } from "../../../terminal/sanitize.ts";
import { everyPage, type Metric } from "./every-page.ts";

const WHY = "gates and `release check` go by name, and cannot tell them apart";

/** Warns of metrics that would share a name. The service takes them. */
export async function warnOfSameName(context: Context, names: readonly string[]): Promise<void> {
  if (context.isDryRun) return;
  const warn = (line: string) => context.terminal.alert(`warning: ${sanitizeLine(line)}`);
  const twice = names.filter((name, place) => names.indexOf(name) < place);
  for (const name of new Set(twice)) await warn(`several metrics of the file are called "${name}": ${WHY}`);
  for (const { id, name } of await storedMetrics(context))
    if (names.includes(name))
      await warn(
        `metric ${id} is called "${name}" already: ${WHY}; ` +
          `\`parley metrics update ${id}\` changes it, and \`parley metrics delete ${id}\` deletes it`,
      );
}

/** None if the service does not list them. */
async function storedMetrics(context: Context): Promise<readonly Metric[]> {
  try {
    const client = await context.hastyClient();
    return await everyPage((page) => client.call("list_custom_metrics", { query: { page } }));
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Failure) return [];
    throw error;
  }
}
