/** Recordings that a store returns with other bytes than were stored. */
import { afterAll, expect, test } from "vitest";
import { memoryBlobs } from "../../src/service/blobs/memory.ts";
import { readRecording } from "../../src/service/evaluation/inputs/read-recording.ts";
import { orAbsence } from "../../src/service/evaluation/inputs/unavailable.ts";
import { wholeRecording } from "../../src/service/evaluation/inputs/whole-recording.ts";
import { dataUrl, evaluationOf, fixture, submit } from "../support/evaluations.ts";
import { CREDENTIALS, startS3Store } from "../support/s3-store.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { until } from "../support/until.ts";

const store = await startS3Store();
afterAll(() => store.close());
const reported: string[] = [];
const { acme, url } = useService(undefined, () => ({
  s3: { ...CREDENTIALS, bucket: store.bucket, endpoint: store.endpoint, prefix: "", region: "eu-1" },
  report: (error) => reported.push(String(error)),
}));

/** A call whose recording the store has changed, and both versions of the recording. */
async function damaged(change: (whole: Buffer) => Buffer) {
  const recording = fixture("recordings/booking.wav");
  reported.length = 0;
  store.objects.clear();
  store.change = change;
  const id = await submit(acme, { recording_base64: dataUrl(recording), multichannel: true });
  await until(async () => reported.find((one) => one.includes("is damaged")));
  return { id, recording };
}

const flipped = (whole: Buffer) => {
  const other = Buffer.from(whole);
  other.writeInt16LE(other.readInt16LE(30_000) ^ 0x4000, 30_000);
  return other;
};

test.each([
  ["a sample of it changed", flipped],
  ["its end is missing", (whole: Buffer) => whole.subarray(0, -1000)],
  ["it is somebody else's", () => fixture("recordings/slow.wav")],
  ["it is not a recording any more", (whole: Buffer) => Buffer.alloc(whole.length)],
])("a recording is not evaluated while %s, and is once it is right again", async (_, change) => {
  const { id, recording } = await damaged(change);
  expect(reported[0]).toMatch(
    new RegExp(
      `^DamagedBlob: the stored recording \\S+ is damaged: ${recording.length} bytes with the SHA-256 `,
    ),
  );
  expect((await acme("GET", `/v1/retrieve-call-log/${id}`)).body.call_log.status).toBe("EVALUATING");
  store.change = undefined;
  expect((await evaluationOf(acme, id)).evaluation).toMatchObject({
    timing_from: "recording",
    recording: { status: "EVALUATED" },
  });
});

test("a download of it is broken off, and has no outline", async () => {
  const { id } = await damaged(flipped);
  const download = fetch(`${url()}/v1/retrieve-call-recording/${id}`, { headers: { "X-API-Key": ACME_KEY } });
  await expect(download.then((answer) => answer.text())).rejects.toThrow();
  expect(await acme("GET", `/v1/retrieve-recording-peaks/${id}`)).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining("has no outline: the stored recording") },
  });
  store.change = undefined;
});

test("a recording that stays damaged is evaluated neither by itself nor by a judge that listens", async () => {
  const blobs = memoryBlobs();
  const recording = { key: "k", ...(await blobs.put("k", [fixture("recordings/booking.wav")])) };
  await blobs.put("k", [flipped(fixture("recordings/booking.wav"))]);
  const failed: unknown[] = [];
  const service = { blobs, report: (error: unknown) => failed.push(error) };
  expect(
    await orAbsence(() => readRecording(service, recording, new AbortController().signal)),
  ).toMatchObject({ reason: "damaged_recording", message: expect.stringContaining("is damaged: ") });
  expect(await wholeRecording(service, recording)).toBe("damaged_recording");
  expect(failed).toHaveLength(2);
});
