/** Which part of the service a process runs: `api` answers requests, `worker` works on jobs, `all` does both. */
export const ROLES = ["all", "api", "worker"] as const;
export type Role = (typeof ROLES)[number];

export const servesApi = (role: Role) => role !== "worker";
export const worksOnJobs = (role: Role) => role !== "api";
