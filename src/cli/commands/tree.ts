/** The tree of commands: names and summaries. */
import { monitorCalls } from "./tree/monitor-calls.ts";
import type { Tree } from "./tree/node.ts";
import { releaseVersions } from "./tree/release-versions.ts";
import { runTheService } from "./tree/run-the-service.ts";
import { setUp } from "./tree/set-up.ts";
import { testAgents } from "./tree/test-agents.ts";

/** The commands under the headings of the program's own help, in this order. */
export const sections: Readonly<Record<string, Tree>> = {
  "Test agents": testAgents,
  "Monitor calls": monitorCalls,
  "Release versions": releaseVersions,
  "Run the service": runTheService,
  "Set up": setUp,
};

export const tree: Tree = Object.assign({}, ...Object.values(sections));
