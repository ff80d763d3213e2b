/**
 * `node scripts/sound/long.mjs <wav> <bytes>`: hears a recording of so many bytes, the samples of the file again and again, and
 * prints how long it was and how much memory the process needed.
 */
import { readFileSync } from "node:fs";
import { loadEngine } from "./engine.mjs";

const HEADER_BYTES = 44;
const [file, bytes] = [process.argv[2], Number(process.argv[3])];
const { RecordingAnalyzer } = await loadEngine();
const wav = readFileSync(file);
const header = Buffer.from(wav.subarray(0, HEADER_BYTES));
header.writeUInt32LE(bytes - HEADER_BYTES, HEADER_BYTES - 4);
const sound = wav.subarray(HEADER_BYTES);
const analyzer = new RecordingAnalyzer();
analyzer.push(header);
for (let left = bytes - HEADER_BYTES; left > 0; left -= sound.length) analyzer.push(sound.subarray(0, left));
const { duration_ms, channels } = analyzer.end();
const segments = channels.map(({ estimate }) => estimate.voice_activity.segments.length);
const most_kb = process.resourceUsage().maxRSS;
console.log(JSON.stringify({ duration_ms, segments, most_kb }));
