import { describe, expect, it } from "vitest";
import { tracingSettings } from "./tracing.ts";

const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";

describe("tracingSettings", () => {
  it.each([
    [{}],
    [{ OTEL_TRACES_SAMPLER: "always_on", OTEL_SERVICE_NAME: "calls" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "True" }],
  ])("makes no traces with %j", (env) => {
    expect(tracingSettings(env)).toBeUndefined();
  });

  it.each([
    [{}, { follows_caller: true, share: 1 }],
    [{ OTEL_TRACES_SAMPLER: "" }, { follows_caller: true, share: 1 }],
    [{ OTEL_SDK_DISABLED: "false" }, { follows_caller: true, share: 1 }],
    [
      { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
      { follows_caller: false, share: 0.25 },
    ],
    [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio" }, { follows_caller: true, share: 1 }],
    [
      { OTEL_TRACES_SAMPLER: "always_off", OTEL_TRACES_SAMPLER_ARG: "x" },
      { follows_caller: false, share: 0 },
    ],
  ])("reads %j", (env, settings) => {
    expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, ...env })).toEqual(settings);
    expect(tracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://h/t", ...env })).toEqual(settings);
  });

  it.each([
    [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, /unknown sampler "jaeger_remote"/],
    [{ OTEL_TRACES_SAMPLER: "constructor" }, /unknown sampler/],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "10%" }, /"10%" is not a valid share/],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "-1" }, /"-1" is not a valid share/],
  ])("refuses %j", (env, message) => {
    expect(() => tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, ...env })).toThrow(message);
  });
});
