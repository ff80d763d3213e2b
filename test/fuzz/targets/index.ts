import { recording, transcriptFile, transcriptText } from "./calls.ts";
import { configFile, projectFile } from "./configuration.ts";
import { craftedText } from "./crafted-texts.ts";
import { growingRequest } from "./growing.ts";
import { growingLog } from "./growing-logs.ts";
import { journal } from "./journal.ts";
import { judgeAnswer } from "./judge.ts";
import { manifest } from "./manifests.ts";
import { pattern, rules } from "./rules.ts";
import { rawRequest, request } from "./service.ts";
import { serviceAnswer } from "./service-answers.ts";
import { upload } from "./uploads.ts";

export const targets = [
  request,
  rawRequest,
  growingRequest,
  growingLog,
  craftedText,
  upload,
  serviceAnswer,
  manifest,
  configFile,
  projectFile,
  journal,
  transcriptFile,
  transcriptText,
  recording,
  rules,
  pattern,
  judgeAnswer,
];
