import { Failure } from "../../../lib/failure.ts";
import { changeProfiles, readProfiles } from "../../config/profiles.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Deletes the stored base URL and key of the current profile, or of --profile. The key itself stays valid.",
  examples: [["parley auth logout --profile ci", "deletes the profile `ci`"]],
  view: { kind: "record" },
  async run(context) {
    const { current, profiles } = readProfiles(context.configFolder);
    const name = context.globals.profile ?? current;
    if (!name || !Object.hasOwn(profiles, name))
      throw new Failure("not_found", name ? `profile "${name}" does not exist` : "no profile is stored", {
        hint: "`parley auth list` shows the profiles",
      });
    await changeProfiles(context.configFolder, (before) => {
      const { [name]: _, ...rest } = before.profiles;
      return {
        profiles: rest,
        ...(before.current !== name && before.current && { current: before.current }),
      };
    });
    return { data: { forgotten: name } };
  },
});
