import fc from "fast-check";

// Properties always use the same inputs, so that a failure is due to the change being tested.
// PROPERTY_SEED=$RANDOM tries others.
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_121) });
