// Loaded into a program by `--import`: its clock is off by what the file in JUMPING_CLOCK says, in milliseconds. Timers
// and performance.now() are not affected, as on a machine whose clock was set.
import { readFileSync } from "node:fs";

const file = process.env.JUMPING_CLOCK;
const Real = Date;
let offset = 0;
let read_at = Number.NEGATIVE_INFINITY;

function now() {
  if (performance.now() - read_at > 5) {
    offset = Number(readFileSync(file, "utf8"));
    read_at = performance.now();
  }
  return Real.now() + offset;
}

globalThis.Date = new Proxy(Real, {
  construct: (_, given, target) => Reflect.construct(Real, given.length === 0 ? [now()] : given, target),
  get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
});
