/**
 * Functions whose first parameter is a text, but not a stranger's, by module or folder: reviewed one by one. `module name`
 * excepts a single function.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/engine/rules-language/state-in-words.ts": "takes what the program has found",
  "src/engine/rules-language/text/words.ts knownWordsOf": "remembers what `wordsOf` finds",
  "src/engine/caller/several-values.ts": "takes facts of the digital human, which the contract limits",
  "src/engine/rules-language/near-miss.ts editDistance":
    "takes words whose lengths its callers have compared",
  "src/engine/heard/readers/": "takes facts of at most 120 characters",
  "src/engine/test-data/promptfoo-providers.ts": "takes a part of a file that the person named",
  "src/results/coverage.ts": "takes ids and the records of a run",
  "src/lib/files.ts": "takes a path",
  "src/lib/lock.ts": "takes a path",
  "src/lib/own-files.ts": "takes the name of a file of the package",
  "src/lib/pipe.ts": "takes a path",
  "src/client/opener.ts": "takes a URL of the settings, and opens connections",
  "src/cli/bulk/journal-files.ts": "takes a path",
  "src/cli/bulk/report.ts": "takes a path",
  "src/cli/calls/log-file.ts": "takes a path",
  "src/cli/calls/recording.ts": "takes a path",
  "src/cli/calls/transcript.ts": "takes a path",
  "src/cli/chat/history.ts": "takes a path",
  "src/cli/chat/script-file.ts": "takes a path",
  "src/cli/commands/": "takes what the person typed, and files that the person named",
  "src/cli/completion/": "takes what the person typed",
  "src/cli/config/": "takes settings and paths of the person",
  "src/cli/manifest/digital-humans.ts": "takes paths",
  "src/cli/manifest/evaluations.ts": "takes paths",
  "src/cli/manifest/read.ts": "takes paths",
  "src/cli/manifest/tests.ts": "takes paths",
  "src/cli/manifest/text.ts": "takes a path",
  "src/cli/manifest/tools-file.ts": "takes a path",
  "src/cli/manifest/validate.ts": "takes paths",
  "src/cli/manifest/world-file.ts": "takes a path",
  "src/cli/mcp/changed-lines.ts": "takes paths",
  "src/cli/mcp/docs.ts searchDocs": "takes at most 200 characters: the schema of the tool refuses more",
  "src/cli/program.ts": "takes what the person typed",
  "src/cli/quick.ts": "takes what the person typed",
  "src/cli/release/history-file.ts": "takes a path",
  "src/cli/release/test-report.ts": "takes a path",
  "src/cli/render/render.ts": "writes to a stream",
  "src/cli/site.ts": "takes a path",
  "src/cli/targets.ts": "takes a path",
  "src/cli/testing/": "takes paths, and what the person's own agent and tests say",
  "src/service/blobs/": "takes the names of the service's own blobs",
  "src/service/domain/ids.ts requireAll": "takes a word of the program",
  "src/service/errors.ts": "takes a sentence of the program",
  "src/service/evaluation/inputs/transcode.ts": "takes a path, and starts a program",
  "src/service/http/refusal.ts": "takes an error of the program",
  "src/service/jobs/": "takes the address of the database",
  "src/service/model/cache.ts": "takes a request of the program, which is hashed",
  "src/service/network/fetch-bounded.ts": "fetches",
  "src/service/network/target.ts": "looks up a name",
  "src/service/observe/request-id.ts": "takes a header, which Node limits to 16 KiB",
  "src/service/published/": "takes what was evaluated, which the task's limits bound",
  "src/service/seed/": "takes words of the program",
  "src/service/store/": "takes paths, and the address of the database",
  "src/service/voice/line/": "takes a path",
  "src/service/voice/speech/command.ts": "takes a command of the settings",
  "src/service/voice/speech/endpoint.ts": "takes a URL of the settings",
  "src/service/voice/speech/noise-file.ts": "takes a path",
  "src/service/voice/transports/telephone/carrier.ts heardAudio":
    "decodes audio, which has a test of its own",
  "src/service/voice/transports/open-socket.ts": "opens a connection",
};

/** The entry that excepts a function, if one does. */
export const exceptionFor = (file: string, name: string): string | undefined =>
  Object.keys(EXCEPTIONS).find(
    (place) =>
      place === `${file} ${name}` || place === file || (place.endsWith("/") && file.startsWith(place)),
  );
