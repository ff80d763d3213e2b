/** The console over the conversations of the last run. */
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { keptStores } from "../../testing/results/last-run.ts";
import { serveKept } from "../serve.ts";
import { exportLine } from "../shared/local-profile.ts";
import { untilStopped } from "../shared/until-stopped.ts";

export async function showRun(context: Context): Promise<void> {
  const kept = await keptStores(context.cwd);
  if (kept.length === 0)
    throw usage("no last run in this folder", { where: "--ui", hint: "run `parley test` first" });
  const { terminal } = context;
  const services: Awaited<ReturnType<typeof serveKept>>[] = [];
  try {
    for (const { file, store } of kept) {
      const service = await serveKept(store, (error) => void terminal.alert(String(error)));
      services.push(service);
      const api_key = service.organizations[0]?.api_key ?? "";
      const client = await context.connect(service.url, api_key);
      const { path } = await client.call("create_console_link", {}).finally(() => client.close());
      await terminal.write(`${file}: ${service.url}${path}\n`);
      const others = await exportLine(service, context);
      if (others) await terminal.note(`  for \`parley sim results\` and \`parley sim replay\`: ${others}`);
    }
    await terminal.note("each link works once, within five minutes; stop with Ctrl-C");
    await untilStopped(context.signal);
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}
