import { Failure } from "../../../lib/failure.ts";
import { changeProfiles, readProfiles } from "../../config/profiles.ts";
import { nearest } from "../../nearest.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  args: { profile: arg("<profile>", "name of a stored profile") },
  examples: [["parley auth use staging", "from now on commands use the profile `staging`"]],
  view: { kind: "record" },
  async run(context, { profile }) {
    const { profiles } = readProfiles(context.configFolder);
    if (!Object.hasOwn(profiles, profile)) {
      const near = nearest(profile, Object.keys(profiles));
      throw new Failure("not_found", `profile "${profile}" does not exist`, {
        hint: near ? `did you mean ${near}?` : "`parley auth list` shows the profiles",
      });
    }
    await changeProfiles(context.configFolder, (before) => ({ ...before, current: profile }));
    return { data: { current: profile, base_url: profiles[profile]?.base_url } };
  },
});
