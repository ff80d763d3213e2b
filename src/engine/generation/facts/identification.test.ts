import { describe, expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";

describe("who has to be known", () => {
  const find_tenant = tool("find_tenant", { tenant_number: text, postcode: text }, "Identifies a tenant.");
  const report_leak = tool("report_leak", { room: { enum: ["kitchen", "bathroom"] } }, "Reports a leak.");
  const first = "Always identify the tenant first, with find_tenant.";

  test("what identifies a caller is open, if the prompt says that identification comes first", () => {
    expect(knownFor("Report a leak in the kitchen", [find_tenant, report_leak], first).open).toEqual([
      "tenant_number",
      "postcode",
    ]);
    expect(knownFor("Report a leak in the kitchen", [find_tenant, report_leak]).open).toEqual([]);
  });

  test("it is what the goal says, if the goal says it", () => {
    const { facts } = knownFor(
      "Tenant number 482015 reports a leak in the kitchen",
      [find_tenant, report_leak],
      first,
    );
    expect(facts).toMatchObject({ tenant_number: "482015", postcode: null });
  });

  test("who is to become a tenant, or may stay unknown, need not be one", () => {
    const register = tool("register_tenant", { full_name: text, phone: text }, "Registers a tenant.");
    expect(knownFor("Register as a tenant", [find_tenant, register], first).open).toEqual([]);
    const callback = tool("request_callback", { phone: text }, "A colleague calls back.");
    const prompt = `${first} A call-back may be requested without identification.`;
    expect(knownFor("Be called back", [find_tenant, callback], prompt).open).toEqual([]);
    expect(knownFor("Be called back", [find_tenant, callback], first).open).toEqual([
      "tenant_number",
      "postcode",
    ]);
  });
});

describe("what is on record", () => {
  const find_animal = tool(
    "find_patient",
    { owner_last_name: text, pet_name: text },
    "Finds a registered patient.",
  );
  const book = tool("book_visit", {
    client_number: text,
    pet_name: text,
    reason: { enum: ["vaccination", "dental"] },
  });
  const prompt = "Do not book anything for a patient that was not found by find_patient.";

  test("is not drawn beside what is open, and who is found by a name need not know a number", () => {
    const { facts, open } = knownFor("Book a vaccination for a registered cat", [find_animal, book], prompt);
    expect(open).toEqual(["pet_name", "owner_last_name"]);
    expect(facts).not.toHaveProperty("client_number");
  });

  test("a number that the goal gives stays the caller's", () => {
    const { facts } = knownFor(
      "Client number 7301 books a vaccination for a cat",
      [find_animal, book],
      prompt,
    );
    expect(facts["client_number"]).toBe("7301");
  });

  test("a name that the prompt compares with the number is open, under the name that the tools have for it", () => {
    const cancel = tool("cancel_order", { order_number: text });
    const asks = "Existing orders: ask for the number and the last name, and say nothing if they do not fit.";
    expect(knownFor("Cancel an order", [cancel], asks).open).toEqual(["order_number", "last_name"]);
    const place = tool("place_order", { cake: { enum: ["carrot", "plum"] }, customer_name: text });
    expect(knownFor("Cancel an order", [cancel, place], asks).open).toEqual([
      "order_number",
      "customer_name",
    ]);
    expect(knownFor("Order a plum cake", [cancel, place], asks).open).toEqual([]);
  });
});

describe("what an agent compares", () => {
  const book = tool(
    "book_class",
    { membership_number: text, class_id: text },
    "Books a member into a class.",
  );

  test("a date of birth is on record, and not a day to choose", () => {
    const find = tool(
      "find_member",
      { membership_number: text, date_of_birth: { type: "string", format: "date" } },
      "Verify a member by membership number and date of birth.",
    );
    const list = tool(
      "list_classes",
      { date: { type: "string", format: "date" } },
      "Lists the classes of a day.",
    );
    const prompt = "Before you do anything about an account, verify the person via find_member.";
    const { open } = knownFor("Book a spin class on Wednesday", [find, list, book], prompt);
    expect(open).toEqual(["membership_number", "date_of_birth"]);
    const join = tool("create_membership", { full_name: text }, "Sign up a new member.");
    expect(knownFor("Join the gym", [find, join], prompt).open).toEqual([]);
  });

  test.each([
    "Ask for the order number and the name of the person who ordered.",
    "Find the order (order number). Check the sender's name: it has to match.",
  ])("a name is open: %s", (prompt) => {
    const cancel = tool("cancel_order", { order_number: text });
    expect(knownFor("Cancel an order", [cancel], prompt).open).toEqual(["order_number", "full_name"]);
  });

  test.each(["Take a phone number and the name.", "Give the order number and a product name."])(
    "nothing is open that nobody compares: %s",
    (prompt) => {
      const cancel = tool("cancel_order", { order_number: text });
      expect(knownFor("Cancel an order", [cancel], prompt).open).toEqual(["order_number"]);
    },
  );
});

test("who receives something is somebody else, whom no agent compares with a record", () => {
  const order = tool("place_order", { recipient_name: text, sender_name: text });
  const { facts } = knownFor("Place an order for a bouquet", [order]);
  expect(facts["sender_name"]).toEqual(expect.any(String));
  expect(facts["recipient_name"]).not.toBe(facts["sender_name"]);
  const cancel = tool("cancel_order", { order_number: text });
  const checks = "Ask for the order number and the name of the person who ordered.";
  expect(knownFor("Cancel an order", [order, cancel], checks).open).toEqual(["order_number", "sender_name"]);
});

describe("who the business knows, and who is new", () => {
  const find_learner = tool(
    "find_learner",
    { surname: text, date_of_birth: { ...text, format: "date" } },
    "Identifies a learner. Returns the learner and the coming lessons.",
  );
  const book_lesson = tool(
    "book_lesson",
    {
      learner_id: text,
      new_learner: {
        type: "object",
        properties: {
          first_name: text,
          last_name: text,
          date_of_birth: { ...text, format: "date" },
          phone: text,
        },
        required: ["first_name", "last_name", "date_of_birth", "phone"],
      },
      kind: { enum: ["piano", "violin"] },
    },
    "Books a lesson.",
    ["kind"],
  );
  const move_lesson = tool("move_lesson", { lesson_id: text, new_date: { ...text, format: "date" } });
  const tools = [find_learner, book_lesson, move_lesson];
  const prompt = "Before you book a lesson, identify the learner with find_learner.";

  test("who is on record is found by what the record has", () => {
    const { facts, open } = knownFor("Book a piano lesson", tools, prompt);
    expect(open).toEqual(["surname", "date_of_birth"]);
    expect(facts).not.toHaveProperty("first_name");
  });

  test("who is new has a name and a day of birth of its own", () => {
    const { facts, open } = knownFor("New learner who wants a piano lesson", tools, prompt);
    const { facts: first } = knownFor("Has never been here before and wants a piano lesson", tools, prompt);
    expect(open).toEqual([]);
    for (const one of [facts, first])
      expect(one).toMatchObject({
        last_name: expect.stringMatching(/^\p{Lu}/u),
        date_of_birth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
  });

  test("the number of what the agent finds with its owner is the agent's to know", () => {
    const { facts } = knownFor("Move the lesson to Friday", tools, prompt);
    expect(facts).toMatchObject({ surname: null, date_of_birth: null });
    expect(facts).not.toHaveProperty("lesson_id");
  });

  test("nobody is looked up for a tool that takes the name and the number of whoever calls", () => {
    const find_account = tool("find_account", { account_number: text, postcode: text });
    const rent = tool("rent_locker", { size: { enum: ["small", "large"] }, name: text, phone: text });
    const first = "Before doing anything on an account: find_account.";
    expect(knownFor("Rent a small locker", [find_account, rent], first).open).toEqual([]);
  });

  test("a record that is found by any of several is found by its number, and by what proves whose it is", () => {
    const find_plot = tool(
      "find_plot",
      { reference: text, phone: text, date_of_birth: { ...text, format: "date" } },
      "Looks up a plot.",
      [],
    );
    const accounts =
      "## Plot rents\nSay nothing about a rent until you have the reference and the date of birth.";
    const asks = knownFor("Asks what rent he owes for his plot (find_plot)", [find_plot], accounts);
    expect(asks.facts).toEqual({ goal_tool: "find_plot", reference: null, date_of_birth: null });
    const report = tool("report_damage", { damage: { enum: ["fence", "shed"] }, reference: text });
    expect(knownFor("Report damage to the shed", [find_plot, report], accounts).open).toEqual(["reference"]);
  });
});

describe("what is found by a name", () => {
  const find_child = tool(
    "find_child",
    { child_name: text, password: text },
    "Checks the child's full name together with the family password.",
  );
  const book = tool("book_extra_session", {
    child_id: text,
    session: { enum: ["morning", "afternoon", "full_day"] },
  });
  const visit = tool("book_visit", { parent_name: text, phone: text });
  const prompt = "Ask for the child's full name and the family password.";

  test("the name, and what proves whose it is, are open for a tool that takes its id", () => {
    const { facts, open } = knownFor("Book an extra afternoon for her daughter", [find_child, book], prompt);
    expect(open).toEqual(["child_name", "password"]);
    expect(facts).not.toHaveProperty("full_name");
    expect(facts).not.toHaveProperty("child_id");
    const dog = tool("find_dog", { dog_name: text, phone: text });
    const groom = tool("book_groom", { dog_id: text, service: { enum: ["wash", "trim"] } });
    expect(knownFor("Book a trim for the dog", [dog, groom]).open).toEqual(["dog_name", "phone"]);
  });

  test("nothing is found for a tool that takes no id, nor by the number itself", () => {
    expect(knownFor("Book a visit", [find_child, visit], prompt).facts).not.toHaveProperty("password");
    const get = tool("get_loan", { loan_id: text });
    const extend = tool("extend_loan", { loan_id: text });
    expect(knownFor("Extend a loan", [get, extend]).open).toEqual(["loan_id"]);
  });
});
