import { defineCommand, option } from "./command.ts";
import { integerFrom } from "./parsers.ts";
import { createPrinter } from "./stream.ts";
import { untilStopped } from "./until-stopped.ts";

export const command = defineCommand({
  about:
    "Serves the documentation on this machine until you press Ctrl-C: all pages, every command's help and the " +
    "HTTP API, with search. It needs no network. With --build, writes the pages to a folder instead; they also " +
    "work when opened as files.",
  options: {
    port: option("--port <n>", "port on 127.0.0.1; 0: any that is free", integerFrom(0), 0),
    build: option("--build <folder>", "write the pages to this folder, and serve nothing"),
  },
  examples: [
    ["parley docs", "prints the address of the documentation"],
    ["parley docs --build site", "writes it as static pages"],
  ],
  view: { kind: "text", text: ({ folder, files }: Built) => `${folder}: ${files} files` },
  async run(context, { port, build }) {
    const { siteFiles, serveSite, writeSite } = await import("../site.ts");
    const files = siteFiles();
    if (build !== undefined) {
      await writeSite(context.cwd, build, files);
      return { data: { folder: build, files: Object.keys(files).length } };
    }
    const { url, stop } = await serveSite(files, port);
    const print = await createPrinter(context, { columns: ["url"], text: ({ url }: { url: string }) => url });
    await print({ url });
    await context.terminal.note("stop with Ctrl-C");
    await untilStopped(context.signal);
    await stop();
    return { data: undefined };
  },
});

interface Built {
  readonly folder: string;
  readonly files: number;
}
