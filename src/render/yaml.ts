import { stringify } from "yaml";

/** Data as YAML; long lines stay whole. */
export const renderYaml = (data: unknown): string => stringify(data ?? null, { lineWidth: 0 });
