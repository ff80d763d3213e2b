import fc from "fast-check";

// Properties are tried with the same inputs each time, so that a test run says something of the change at hand.
// PROPERTY_SEED=$RANDOM looks further.
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_121) });
