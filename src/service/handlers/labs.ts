/** Metrics labs, and what is in them. */
import { addConversations, removeConversations } from "../domain/labs/conversations.ts";
import { labs, requireSameLab, settingsIn, showLab } from "../domain/labs/labs.ts";
import { addMetrics } from "../domain/labs/metrics.ts";
import { requireRoom } from "../domain/unknown-fields.ts";
import { badRequest } from "../errors.ts";
import type { Handlers } from "./handler.ts";

export const labHandlers = {
  async create_lab({ organization_id, body: { conversations, metric_ids, ...fields } }, service) {
    return service.write(async (transaction) => {
      const own = { settings: {}, updated_at: null };
      const lab = await labs.insert(transaction, service, organization_id, { ...fields, ...own });
      await addConversations(transaction, lab, conversations);
      await addMetrics(transaction, lab, metric_ids);
      return showLab(lab);
    });
  },

  async update_lab({ organization_id, params: { lab_id }, body }, { write, now }) {
    if (Object.keys(body).length === 0) throw badRequest("nothing to change: send a name or a description");
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, lab_id);
      const own = { settings: settingsIn(lab), updated_at: now().toISOString() };
      return showLab(await labs.change(transaction, lab, { ...body, ...own }, ["name"]));
    });
  },

  async delete_lab({ organization_id, params: { lab_id } }, { write }) {
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, lab_id);
      await labs.remove(transaction, lab);
      return { message: `lab ${lab.id} was deleted`, deleted_lab_id: lab.id };
    });
  },

  async add_lab_conversations({ organization_id, params, body: { lab_id, conversations } }, { write }) {
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, params.lab_id);
      requireSameLab(lab, lab_id);
      const added = await addConversations(transaction, lab, conversations);
      return {
        added_count: added.length,
        skipped_count: conversations.length - added.length,
        added_conversation_ids: added,
        message: `${added.length} of ${conversations.length} conversations were added`,
      };
    });
  },

  async remove_lab_conversations({ organization_id, params, body: { lab_id, conversations } }, { write }) {
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, params.lab_id);
      requireSameLab(lab, lab_id);
      const removed_count = await removeConversations(transaction, lab, conversations);
      return {
        removed_count,
        skipped_count: conversations.length - removed_count,
        message: `${removed_count} of ${conversations.length} conversations were removed`,
      };
    });
  },

  async update_lab_settings({ organization_id, params: { lab_id }, body }, { write, now }) {
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, lab_id);
      const settings = { ...settingsIn(lab), ...body };
      requireRoom(settings);
      await labs.change(transaction, lab, { settings, updated_at: now().toISOString() }, []);
      return { success: true, message: `the settings of lab ${lab.id} were changed` };
    });
  },
} satisfies Partial<Handlers>;
