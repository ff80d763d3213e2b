// The sample calls, as data for make-recordings.mjs. A call is a list of steps in order of time.
//   agent | user: what is said; `gap_ms` is its distance from the end of all speech so far (negative: overlap)
//   tool_call | event: `at_ms` is its distance from the end of all speech so far
// Every other key of a step goes into the JSON unchanged.

const agent = { role: "AGENT", spoke_first: true, name: "Front desk", phone_number: "+12025550101" };
const caller = { role: "USER", spoke_first: false, name: "Dana Reyes", phone_number: "+12025550143" };

const booking = {
  name: "booking",
  participants: [agent, caller],
  conversation_ended_by: "AGENT",
  tail_ms: 300,
  steps: [
    { event: "Call connected", at_ms: 0, tags: ["call"] },
    { agent: "Clinic front desk, how can I help?", gap_ms: 200 },
    { user: "I need a doctor on Tuesday morning.", gap_ms: 500 },
    {
      tool_call: "find_slot",
      at_ms: 250,
      description: "Find free slots on a date",
      parameters: { date: "2026-03-10", part_of_day: "morning" },
      output: { slots: [{ slot_id: "s-1030", start: "2026-03-10T10:30:00", doctor: "Patel" }] },
    },
    { agent: "I have ten thirty.", gap_ms: 700 },
    { user: "Fine, I am Dana Reyes.", gap_ms: 450 },
    {
      tool_call: "book_appointment",
      at_ms: 300,
      description: "Book a slot for a patient",
      parameters: { slot_id: "s-1030", patient_name: "Dana Reyes" },
      output: { appointment_id: "apt-2207", status: "booked" },
    },
    { event: "Appointment booked", at_ms: 600, tags: ["booking"], metadata: { appointment_id: "apt-2207" } },
    { agent: "You are booked for ten thirty.", gap_ms: 850 },
    { user: "Great, goodbye.", gap_ms: 400 },
    { agent: "Goodbye.", gap_ms: 400 },
  ],
};

const interrupted = {
  name: "interrupted",
  participants: [agent, caller],
  conversation_ended_by: "USER",
  tail_ms: 300,
  steps: [
    { agent: "Clinic front desk, our opening hours are", gap_ms: 200 },
    // The agent yields: it stops 700 ms after the caller starts.
    { user: "I need to move my appointment.", gap_ms: -700 },
    { agent: "Sure, but a change on the same day costs twenty dollars.", gap_ms: 500 },
    // The agent talks over the caller: it keeps talking for 2200 ms.
    { user: "But it is next Friday.", gap_ms: -2200 },
    { user: "I am booked at nine and", gap_ms: 500 },
    // The agent interrupts the caller, who stops 600 ms later.
    { agent: "I see it, I could offer Monday at nine or Tuesday at two.", gap_ms: -600 },
    { user: "Uh-huh.", gap_ms: -1500, filler_utterance: true },
    { user: "Tuesday please.", gap_ms: 400 },
    {
      tool_call: "reschedule_appointment",
      at_ms: 200,
      description: "Move an appointment to another time",
      parameters: { appointment_id: "apt-2207", start: "2026-03-17T14:00:00" },
      output: { appointment_id: "apt-2207", status: "rescheduled" },
    },
    { event: "Appointment moved", at_ms: 450, tags: ["booking"], metadata: { appointment_id: "apt-2207" } },
    { agent: "It is moved.", gap_ms: 600 },
  ],
};

const slow = {
  name: "slow",
  participants: [agent, caller],
  conversation_ended_by: "USER",
  tail_ms: 1000,
  steps: [
    { agent: "Clinic front desk.", gap_ms: 200 },
    { user: "I need a checkup.", gap_ms: 300 },
    { agent: "Which day?", gap_ms: 400 },
    { event: "Caller silent", at_ms: 0, duration_ms: 4200, tags: ["silence"] },
    { user: "Friday.", gap_ms: 4200 },
    { agent: "Morning or afternoon?", gap_ms: 2500 },
    { user: "Afternoon.", gap_ms: 300 },
    {
      tool_call: "find_slot",
      at_ms: 800,
      description: "Find free slots on a date",
      parameters: { date: "2026-03-13", part_of_day: "afternoon" },
      output: { slots: [{ slot_id: "s-1515", start: "2026-03-13T15:15:00", doctor: "Patel" }] },
    },
    { agent: "I have three fifteen.", gap_ms: 6000 },
    { user: "Anything later?", gap_ms: 300 },
  ],
};

export const plans = [booking, interrupted, slow];
