// Asks for a URL over and over, and prints how many milliseconds each answer took, from the fastest to the slowest.
import { setTimeout as sleep } from "node:timers/promises";

const [url, pause_ms, milliseconds] = process.argv.slice(2);
const times = [];
const end = performance.now() + Number(milliseconds);
while (performance.now() < end) {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  times.push(performance.now() - began);
  await sleep(Number(pause_ms));
}
process.stdout.write(JSON.stringify(times.sort((one, other) => one - other)));
