// `npm run demo`: starts the whole service in memory and shows in eight scenes what Parley is for, with real commands.
// `npm run demo -- --all` continues with a tour of the other commands.
// Needs no network and no settings, leaves nothing behind except a report and a recording, and fails if any step does
// not end as it should.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SCENES, VOICE_CALL, VOICE_RESULT, VOICE_SIMULATION } from "./demo/scenes.mjs";
import { commandLine, onStage } from "./demo/stage.mjs";
import { TOUR } from "./demo/tour.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const INTERRUPTED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const NEXT = `
Next:
  npm run demo -- --all                     a tour of the other commands
  npm link                                  puts \`parley\` on your PATH
  parley serve --seed fixtures/seed.yaml    the service with this data, kept between starts
  parley chat --help                        be the agent yourself, turn by turn
  parley --help                             every command, each with examples
`;

const playScenes = (kept) => async (stage) => {
  const world = { ...stage, recording: join(kept, "call.wav"), report: join(kept, "report.html") };
  const { output } = await stage.run({ args: VOICE_SIMULATION, hides: true });
  world.voice_simulation_id = output.trim();
  const voiceCall = { args: VOICE_CALL(world), hides: true };
  const call = stage.run(voiceCall);
  // It is awaited later; until then, a failure must not end the process.
  call.catch(() => undefined);
  const hearCall = async () => {
    await say(`\n$ ${commandLine(voiceCall)}\n`);
    const { code, output } = await call;
    await say(output.slice(VOICE_RESULT.exec(output)?.index ?? 0));
    if (code !== 0) throw new Error(`the call ended with exit code ${code}, not 0`);
  };
  for (const [i, { title, notice, steps, isReported }] of SCENES.entries()) {
    await say(`\n━━ ${i + 1}. ${title}\n   Notice: ${notice}.\n`);
    try {
      for (const step of steps)
        if (step.isVoiceCall) await hearCall();
        else await playStep(typeof step === "function" ? step(world) : step, world);
    } catch (cause) {
      throw new Error(`scene ${i + 1}, "${title}": ${cause.message}`, { cause });
    }
    if (isReported) world.caught_id = world.run_id;
  }
  await say(`\nOpen the report:  ${world.report}\nHear the call:    ${world.recording}\n`);
};

async function playTour({ url, run, ...world }) {
  await say(`\n━━ A tour of the other commands, with a new service at ${url}\n`);
  for (const [i, { title, ...step }] of TOUR.entries()) {
    await say(`\n# ${i + 1}. ${title}`);
    try {
      await playStep({ ...step, learns: step.learn !== undefined }, Object.assign(world, { run }));
    } catch (cause) {
      throw new Error(`step ${i + 1}, "${title}": ${cause.message}`, { cause });
    }
  }
  await say(`\nAll ${TOUR.length} steps ended as they should.\n`);
}

async function playStep({ args, isQuiet, learns, until, code: expected = 0, learn }, world) {
  const words = (typeof args === "function" ? args(world) : args).map(String);
  const command = { args: words, hides: isQuiet || until !== undefined, learns };
  await say(`\n$ ${commandLine(command)}\n`);
  const { code, output } = await world.run(command);
  if (until) await say(`${output.slice(0, until.exec(output)?.index)}…\n`);
  if (code !== expected) {
    if (isQuiet) await say(output);
    throw new Error(`\`${commandLine(command)}\` ended with exit code ${code}, not ${expected}`);
  }
  Object.assign(world, learn?.(output));
}

const say = (text) => new Promise((written) => process.stdout.write(text, written));

const abort = new AbortController();
for (const signal of Object.keys(INTERRUPTED)) process.on(signal, () => abort.abort(signal));
// Nobody is watching any more.
process.stdout.on("error", () => abort.abort("SIGHUP"));

const kept = mkdtempSync(join(tmpdir(), "parley-demo-"));
try {
  await onStage(ROOT, abort.signal, playScenes(kept));
  if (process.argv.includes("--all")) await onStage(ROOT, abort.signal, playTour);
  await say(NEXT);
} catch (error) {
  rmSync(kept, { recursive: true, force: true });
  process.exitCode = INTERRUPTED[abort.signal.reason] ?? 1;
  console.error(abort.signal.aborted ? "the demo was interrupted" : `the demo failed: ${error.message}`);
}
