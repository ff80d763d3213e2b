// Runs a command with a temporary PostgreSQL server, which is removed afterwards:
//   node scripts/with-postgres.mjs <command> [argument]...
// The command finds the server's URL in PARLEY_TEST_DATABASE_URL. Without a command the server runs until Ctrl-C.
import { spawn } from "node:child_process";
import { startPostgres } from "./postgres-server.mjs";

const server = await startPostgres({ is_durable: false }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
});
const [command, ...args] = process.argv.slice(2);
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
if (command) {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, PARLEY_TEST_DATABASE_URL: server.url },
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    end(127);
  });
  child.on("exit", (code) => end(code ?? 1));
} else {
  process.stdout.write(`PARLEY_TEST_DATABASE_URL=${server.url}\n`);
  const idle = setInterval(() => {}, 60_000);
  for (const signal of signals)
    process.on(signal, () => {
      clearInterval(idle);
      end(0);
    });
}

function end(code) {
  server.stop();
  process.exit(code);
}
