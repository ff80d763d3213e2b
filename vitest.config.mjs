import { defineConfig } from "vitest/config";
import { texts } from "./scripts/texts.mjs";

export default defineConfig({
  plugins: [texts()],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Tests spawn the built program and wait for real sockets; a loaded machine may be slow, never wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ["test/support/seed.ts"],
    // What a terminal or a developer's machine has set must not change what a test sees.
    env: { NO_COLOR: "", FORCE_COLOR: "" },
  },
});
