#!/usr/bin/env node
// A reader that stops early (`| head`) is no error: the rest of the output is not wanted.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });

require("../dist/main.cjs").main(`${__dirname}/../dist`);
