import { spawn } from "node:child_process";
import { arg, defineCommand, flag } from "./command.ts";

export const command = defineCommand({
  needs: ["create_console_link"],
  about:
    "Opens the console of the service in the browser, signed in. The link works once, within five minutes, for one browser; it " +
    "becomes a cookie, and the key itself is in neither. Without a browser, as over SSH, it prints the link. With --json: " +
    "{url, expires_at}.",
  args: {
    screen: arg(
      "[screen]",
      "page to open: run/900, conversation/12, call/<id>, calls/<agent-id>, agent/<agent-id>, or live",
    ),
  },
  options: { print: flag("--print", "print the link, and open nothing") },
  examples: [
    ["parley open", "the console, in the browser"],
    ["parley open run/900", "the console, at run 900"],
    ["parley open --print", "the link alone, for another browser on this machine"],
  ],
  view: { kind: "text", text: ({ url }: { url: string }) => url },
  async run(context, { screen, print }) {
    const { path, expires_at } = await context.change("create_console_link", {});
    const { base_url } = await context.settings();
    const url = `${base_url.value.replace(/\/$/, "")}${path}${screen === undefined ? "" : `/${screen}`}`;
    const { json, output } = context.globals;
    const isForPerson = context.terminal.streams.stdout.isTTY && !json && output === undefined;
    if (!print && isForPerson) openBrowser(context.platform, url);
    return { data: { url, expires_at }, hint: "the link works once, within five minutes" };
  },
});

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Leaves the choice of browser to the system. If there is none, the printed link is enough. */
function openBrowser(platform: NodeJS.Platform, url: string): void {
  const [program, ...words] = OPENERS[platform] ?? ["xdg-open"];
  spawn(program, [...words, url], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
