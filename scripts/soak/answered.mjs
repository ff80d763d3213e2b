import { loadavg } from "node:os";

/** Prints how soon a service answered, a bare server beside it, and how long the service's main thread was held. */
export function tellAnswered({ times, idle, held }) {
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  for (const [name, { count, p50, p99, p999, max }] of Object.entries({
    "/healthz": times,
    "bare server": idle,
  }))
    console.log(
      `${name.padEnd(12)} ${count} times; p50 ${ms(p50)}, p99 ${ms(p99)}, p99.9 ${ms(p999)}, longest ${ms(max)}`,
    );
  if (held)
    console.log(
      `main thread  works without a pause for at most ${held.p99} ms (p99), ${held.p999} ms (p99.9), ${held.max} ms`,
    );
}

const ms = (time) => `${time.toFixed(1)} ms`;
