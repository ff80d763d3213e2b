/**
 * Operations of the hosted API on digital humans: several at once, by the name of their test, and deletion.
 */
import type { Endpoint } from "./row.ts";

export const digitalHumanChanges = {
  create_digital_humans: {
    method: "POST",
    path: "/v1/create-digital-humans",
    tier: "hosted",
    summary: "Create several digital humans; if one is refused, the others are still created",
    body: "DigitalHumansCreate",
    answer: "DigitalHumansCreated",
    list: "digital_humans",
    errors: [404],
    repeat: "once",
  },
  update_digital_humans: {
    method: "PUT",
    path: "/v1/update-digital-humans",
    tier: "hosted",
    summary:
      "Change the named fields of several digital humans; if one is refused, the others are still changed",
    body: "DigitalHumansUpdate",
    answer: "DigitalHumansUpdated",
    list: "updated",
    errors: [],
    repeat: "safe",
  },
  get_digital_human_by_test_name: {
    method: "GET",
    path: "/v1/digital-human-by-test-name/{test_name}",
    tier: "hosted",
    summary: "Show the digital human with this test_name, ignoring case",
    params: { test_name: { type: "string" } },
    answer: "DigitalHumanAnswer",
    errors: [404],
    repeat: "safe",
  },
  delete_digital_human: {
    method: "DELETE",
    path: "/v1/digital-human/{digital_human_id}",
    tier: "hosted",
    summary:
      "Delete a digital human permanently; it is removed from its simulations, and its results are kept",
    params: { digital_human_id: { type: "integer" } },
    answer: "DigitalHuman",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
