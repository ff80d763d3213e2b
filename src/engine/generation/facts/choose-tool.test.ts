import { expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { callers, pizza_shop } from "../testing/callers.ts";
import { chooseTool, likelyTools } from "./choose-tool.ts";

const tool = (name: string, description: string, options: string[] = []): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties: { kind: { type: "string", enum: options } } },
});

const LIBRARY = [
  tool("list_loans", "Current loans and reservations of an identified reader."),
  tool("place_reservation", "Places a reservation."),
  tool("change_booking", "Changes a booking. Give only what changes."),
  tool("book_visit", "Books a guided tour after read-back with the price and a yes."),
  tool("get_quote", "What a move costs, with packing."),
];

test.each([
  ["Asks when the library is open on Saturday and what it costs to reserve a book", undefined],
  ["Asks what the memberships cost and whether there's a joining fee", undefined],
  ["Asks what happens if something gets damaged and whether she can move a piano", undefined],
  ["Asks what a bell tent costs and whether the dog can come along", undefined],
  ["Asks what it costs to move a piano", "get_quote"],
  ["Asks which tour is the longest and what it costs for four", undefined],
  ["Asks what a tour costs and whether it is safe for a child", undefined],
  ["Asks what a lesson costs and whether she can hire a bicycle", undefined],
  ["Asks what a tent costs and when she would have access", undefined],
  ["Wants the day of his tour changed to Friday", "change_booking"],
  ["Needs to raise the number of pupils in her booking from 24 to 27", "change_booking"],
  ["Books the Age of Steam tour for her class", "book_visit"],
])("what the prompt alone answers gets no tool, and what exists is changed: %s", (goal, name) => {
  const tools = LIBRARY.filter((one) => name === "get_quote" || one.name !== "get_quote");
  expect(chooseTool(goal, goal.includes("happens") ? LIBRARY : tools)?.tool.name).toBe(name);
});

const GYM = [
  tool("verify_member", "Find out whether a member is who he says, before anything about a membership"),
  tool("create_membership", "Start a new membership"),
  tool("get_membership", "Show a membership, its fee, and when it ends"),
  tool("change_membership", "Change the kind of a membership"),
  tool("cancel_membership", "End a membership"),
  tool("add_service", "Add a service to a membership", ["sauna", "locker", "towels"]),
  tool("report_problem", "Take down what went wrong in the gym"),
];

test.each([
  ["Start a membership", "create_membership"],
  ["Switch to another kind of membership", "change_membership"],
  ["Cancel my membership", "cancel_membership"],
  ["Add a locker to my membership", "add_service"],
  ["Use the sauna", "add_service"],
  ["Find out when my membership ends", "get_membership"],
  ["Complain about a broken treadmill", "report_problem"],
  ["Report that the shower was cold", "report_problem"],
  ["Talk to the trainer about my back", undefined],
  ["Bring a friend along", undefined],
])("of a gym's tools, all about memberships, %j is about %s", (goal, name) => {
  expect(chooseTool(goal, GYM)?.tool.name).toBe(name);
});

test.each([
  ["A visitor left a blue umbrella in the cafe yesterday", "report_lost_item"],
  ["A visitor forgot her glasses at the desk", "report_lost_item"],
  ["A visitor left a message at the desk", undefined],
])("what somebody has left behind is lost: %j is about %s", (goal, name) => {
  const tools = [tool("book_tour", ""), tool("report_lost_item", ""), tool("transfer_to_officer", "")];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["Find out when you are open at the weekend", undefined],
  ["Look up my loan", "get_loan"],
  ["Put a book on hold", "place_hold"],
  ["Book a room", "book_room"],
])("of a library's tools, %j is about %s", (goal, name) => {
  const library = [
    tool("find_reader", "Find a reader by number"),
    tool("get_loan", "Show a loan"),
    tool("place_hold", "Keep a title for a reader"),
    tool("book_room", "Book a study room"),
  ];
  expect(chooseTool(goal, library)?.tool.name).toBe(name);
});

test("two tools that fit a goal alike are not chosen between", () => {
  const twins = [tool("open_gate", "Open a gate"), tool("open_door", "Open a door")];
  expect(chooseTool("Open something", twins)).toBeUndefined();
  expect(likelyTools("Open something", twins)).toEqual(["open_gate", "open_door"]);
  expect(likelyTools("Complain about the weather", twins)).toEqual([]);
});

test("no caller's goal is about the tool that finds out who is calling", () => {
  expect(chooseTool("Verify that I am a member", GYM)?.tool.name).not.toBe("verify_member");
});

const GARAGE = [
  tool("check_area", "Whether a place is within reach"),
  tool("get_visit", "Status of a visit"),
  tool("create_visit", "Sends somebody"),
  tool("cancel_visit", "Takes a visit back"),
];

test.each([
  ["Find out where the mechanic is", "get_visit"],
  ["Arrange for a mechanic", "create_visit"],
  ["Renew borrowed books", undefined],
])("of tools that share no word with it, %j is about %s", (goal, name) => {
  expect(chooseTool(goal, GARAGE)?.tool.name).toBe(name);
});

test("a question about nothing on record is for the only tool that needs no record", () => {
  const needs = (name: string, parameter: string): AgentTool => ({
    name,
    parameters: { type: "object", properties: { [parameter]: { type: "string" } }, required: [parameter] },
  });
  const showings = needs("list_showings", "date");
  expect(chooseTool("Find out what's on", [showings, needs("get_booking", "code")])?.tool).toBe(showings);
  expect(chooseTool("Find out what's on", [showings, needs("list_films", "day")])).toBeUndefined();
});

const SHOP = [
  tool("find_reader", "Finds the reader of a card. Must come before renewing or reserving."),
  tool("renew_loan", "Renews one loan by three weeks"),
  tool("reserve_book", "Reserves a book for pick-up at a branch"),
  tool("get_order_status", "Status of an order"),
];

test.each([
  ["Wants to renew a borrowed book", "renew_loan"],
  ["Wants to keep a borrowed book longer", "renew_loan"],
  ["Wants to reserve a book and pick it up at a branch", "reserve_book"],
  ["Wants to know whether the order has arrived", "get_order_status"],
  ["The customer would like to know where the order is and renew a loan", "renew_loan"],
])("a wish is read like the deed itself: %j is about %s", (goal, name) => {
  expect(chooseTool(goal, SHOP)?.tool.name).toBe(name);
});

const THEATRE = [
  tool("check_seats", "Free seats of a performance. Call it before tickets are confirmed."),
  tool("reserve_tickets", "Reserves tickets after the customer has agreed"),
  tool("exchange_tickets", "Moves an order to another performance of the same show"),
];

test.each([
  ["Wants to get tickets for a show", "reserve_tickets"],
  ["Wants to exchange tickets for another day", "exchange_tickets"],
])("tickets are not taken for notes to the staff: %j is about %s", (goal, name) => {
  expect(chooseTool(goal, THEATRE)?.tool.name).toBe(name);
});

test("whoever wants something done needs no tool that only looks something up", () => {
  const tools = [
    tool("lookup_prescription", "Checks a prescription. Must come before a refill."),
    tool("request_refill", "Requests a refill", ["pickup", "delivery"]),
  ];
  expect(chooseTool("Wants to have a prescription refilled", tools)?.tool.name).toBe("request_refill");
  expect(chooseTool("Wants to have medicine delivered to the house", tools)).toMatchObject({
    tool: { name: "request_refill" },
    reason: 'its name and description share "delivered" with the goal',
  });
});

test.each([
  ["Find out how far along a repair is", "job_status"],
  ["Check the day of an upcoming visit", "job_status"],
  ["Have a washer repaired", "schedule_visit"],
])("of a repair desk's tools, %j is about %s", (goal, name) => {
  const tools = [
    tool("check_zip", "Is this ZIP in the service area? Returns the open windows."),
    tool("schedule_visit", "Schedule a diagnostic visit", ["washer", "dryer"]),
    tool("job_status", "Status of an existing job"),
    tool("message_office", "Leave a note to call somebody back"),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["Two adults want to see Night Ferry on Friday", "book_tickets"],
  ["Get the money back for a booking", "refund_booking"],
  ["A visitor wants to see which films are shown", "find_sessions"],
  ["Only find out which sessions there are, without booking", "find_sessions"],
])("of a cinema's tools, %j is about %s", (goal, name) => {
  const tools = [
    tool("find_sessions", "Sessions of one day, optionally of one film"),
    tool("book_tickets", "Book seats for a session"),
    tool("refund_booking", ""),
    tool("call_back", "Ask staff to ring a customer"),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["A passenger wants compensation for a train that was 35 minutes late", "file_claim"],
  ["A passenger with a delay wants a voucher and asks how much it will be", "file_claim"],
  ["A passenger whose train came late wants money back by bank transfer", "file_claim"],
  [
    "A traveller finds the ride too expensive, asks for a discount and cancels if there is none",
    "cancel_ride",
  ],
])("of a railway's tools, %j is about %s", (goal, name) => {
  const tools = [
    tool("reserve_seats", "Reserves seats for the train of a booking", ["window", "aisle"]),
    tool("file_claim", "Files a claim for delay compensation", ["voucher", "bank_transfer"]),
    tool("cancel_ride", "Cancel a ride"),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test("who is to be picked up needs the tool that books a ride", () => {
  const tools = [
    tool("get_quote", "Price of a ride."),
    tool("book_ride", "Book a ride"),
    tool("cancel_ride", ""),
  ];
  expect(chooseTool("Be picked up at the airport and driven home", tools)?.tool.name).toBe("book_ride");
});

test("what exists by its code is changed, and not made again", () => {
  const code = { type: "string" };
  const tools: AgentTool[] = [
    {
      name: "make_reservation",
      description: "Books the table",
      parameters: { type: "object", properties: {} },
    },
    {
      name: "change_reservation",
      description: "Moves an existing reservation",
      parameters: { type: "object", properties: { reservation_code: code } },
    },
  ];
  expect(chooseTool("Bring six instead of four people with reservation R318", tools)?.tool.name).toBe(
    "change_reservation",
  );
});

test("who has had something and wants to come wants an appointment", () => {
  const tools = [
    tool("book", "Book a free time"),
    tool("find_patient_appointment", "The next appointment of a patient"),
  ];
  const goal = "A patient has had toothache since the weekend, wants to come today and asks what to take";
  expect(chooseTool(goal, tools)?.tool.name).toBe("book");
});

test("what is picked up needs the tool of a pick-up", () => {
  const tools = [tool("schedule_pickup", "Schedules a pick-up"), tool("book_fitting", "Books a fitting")];
  expect(chooseTool("Wants to have clothes picked up at home", tools)?.tool.name).toBe("schedule_pickup");
});

test("what became of a thing before is not what a caller wants", () => {
  const taxi = [tool("book_taxi", "books the trip"), tool("cancel_booking", "cancels a booking")];
  expect(chooseTool("Wants to cancel a taxi that is already booked", taxi)?.tool.name).toBe("cancel_booking");
});

const CLEANERS = [
  tool("calculate_quote", "What a clean costs"),
  tool("book_cleaning", "Books a clean"),
  tool("report_damage", "Takes down a damage"),
];

test.each([
  ["Get a quote for window cleaning, without booking", "calculate_quote"],
  ["Customer Okafor (K-12) wants to know what a clean costs", "calculate_quote"],
  ["Customer Okafor (K-12) wants to report a damage", "report_damage"],
])("what a goal names beside the wish does not choose: %j is about %s", (goal, name) => {
  expect(chooseTool(goal, CLEANERS)?.tool.name).toBe(name);
});

const PRINTS = [
  tool("get_quote", "The price of an order", ["flyers", "posters"]),
  tool("place_order", "Order prints", ["flyers", "posters"]),
  tool("order_status", "Where an order is"),
  tool("cancel_order", "Cancel an order"),
  tool("request_callback", "Have a person ring the customer"),
  tool("take_message", "Leave a message for the owner"),
];
const MOVES = [
  tool("get_quote", "What a move costs"),
  tool("confirm_move", "Confirm a move at the quoted price"),
  tool("change_move_date", "Shift a move to another date"),
  tool("order_boxes", "Bring boxes for a booked move"),
];

test.each([
  ["A café owner wants 500 flyers, picked up in the shop, and asks if there is a discount.", "place_order"],
  ["A customer wants to know what 25 posters cost, delivered, with rush.", "get_quote"],
  ["Get a price for 25 posters", "get_quote"],
  ["Ask what posters cost, then order two", "place_order"],
  ["Someone with a deadline asks where the order is", "order_status"],
  ["A customer wants to be called back by a person", "request_callback"],
  ["Lena Aubert wants to leave word that she comes on Friday", "take_message"],
])("of a shop's tools, %j is about %s", (goal, name) => {
  expect(chooseTool(goal, PRINTS)?.tool.name).toBe(name);
});

test.each([
  ["Book a three-bedroom move within the county, with packing.", "confirm_move"],
  ["Book a studio move to Dublin, but change the day after hearing the price.", "confirm_move"],
  ["The customer can't be there and wants the move on another day instead", "change_move_date"],
  ["Have twenty boxes brought", "order_boxes"],
])("of a removal company's tools, %j is about %s", (goal, name) => {
  expect(chooseTool(goal, MOVES)?.tool.name).toBe(name);
});

test.each([
  ["Order a pizza", "place_order"],
  ["Where is my order?", "order_status"],
  ["Check the status of an order", "order_status"],
  ["Cancel an order", "cancel_order"],
  ["Get something to eat (place_order)", "place_order"],
  ["Complain about the driver", undefined],
])("of a pizza shop's tools, %j is about %s", (goal, name) => {
  expect(chooseTool(goal, pizza_shop.tools)?.tool.name).toBe(name);
});

test("a tool that the goal names is not said by the caller", () => {
  const [caller] = callers("Get something to eat (place_order)", pizza_shop, 1);
  expect(caller).toMatchObject({
    intent: "Get something to eat",
    generation: { tool_reason: "the goal names it" },
  });
});

const SPACE = [
  tool("book_desk", "Book a day desk."),
  tool("book_room", "Book a meeting room for a member."),
  tool("change_membership", "Switch a member to another plan.", ["flex", "resident", "virtual"]),
];
const KITCHEN = [
  tool("check_slot", "Is a delivery slot free?"),
  tool("place_order", "Place an order.", ["lunch_bowl", "fruit_basket"]),
  tool("get_order", "Look up an order."),
  tool("change_quantity", "Set a product of an order to a new quantity.", ["lunch_bowl", "fruit_basket"]),
];
const CHEMIST = [
  tool("order_repeat", "Orders medicines from the repeat list.", ["collection", "delivery"]),
  tool("check_order", "Status of an order."),
  tool("change_order", "Changes the day of an order that has not gone out.", ["collection", "delivery"]),
];
const WORKSHOP = [
  tool("book_slot", "Puts a job in the diary."),
  tool("job_status", "Where a car stands."),
  tool("book_pickup", "Collection time for a car that is ready."),
];

test.each([
  ["A member would like a desk of their own and changes to Resident.", SPACE, "change_membership"],
  ["A member would like a desk and changes to Tuesday at the read-back.", SPACE, "book_desk"],
  ["Raise the lunch bowls of order CC-1051 to eighteen", KITCHEN, "change_quantity"],
  ["Customer K-218 wants twelve lunch bowls delivered at half past eleven", KITCHEN, "place_order"],
  [
    "Customer K-305 orders two fruit baskets for noon and takes another time when it is full",
    KITCHEN,
    "place_order",
  ],
  ["Will not be at home and wants to collect the order on Monday", CHEMIST, "change_order"],
  ["Orders metformin and will collect it on Thursday", CHEMIST, "order_repeat"],
  ["The caller wants to fetch the finished car on Tuesday", WORKSHOP, "book_pickup"],
  ["Find out whether the car is finished", WORKSHOP, "job_status"],
] as const)("%s", (goal, tools, name) => {
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["Find out the opening hours and the price of an e-bike", undefined],
  ["Find out which e-bikes are free on Friday and what they cost", "check_bikes"],
])("a price is not asked of a tool that says none: %s", (goal, name) => {
  const bikes = [
    tool("check_bikes", "Bikes that are free on a day", ["city", "ebike"]),
    tool("book_bikes", "Books bikes"),
  ];
  expect(chooseTool(goal, bikes)?.tool.name).toBe(name);
});

test("who wants something different on what was ordered wants it changed", () => {
  const tools = [
    tool("place_order", "Place an order of flowers with a card message."),
    tool("change_order", "Change delivery date and/or card message of an order."),
  ];
  const goal = "Wants a different card message on the flowers he ordered for a friend's birthday";
  expect(chooseTool(goal, tools)?.tool.name).toBe("change_order");
});

test("who can't make it wants it cancelled", () => {
  const tools = [
    tool("list_classes", "Timetable of a day with free spaces.", ["spin", "yoga"]),
    tool("book_class", "Book a verified member into a class."),
    tool("cancel_class_booking", "Cancel one class booking of a verified member."),
  ];
  for (const goal of [
    "Can't make it to yoga on Thursday and gives up his place",
    "Gives up her place in yoga",
  ])
    expect(chooseTool(goal, tools)?.tool.name).toBe("cancel_class_booking");
});

const HALL = [
  tool("check_free_days", "Days on which the hall is free, and what it costs then"),
  tool("book_hall", "Books the hall for a day"),
];

test.each([
  ["Asks whether dogs are allowed in the hall", undefined],
  ["Asks what the hall costs and whether a deposit is needed", undefined],
  ["Asks whether one can bring drinks to the hall", undefined],
  ["Asks whether the hall is free on Saturday", "check_free_days"],
  ["Asks what the hall costs on a Sunday", "check_free_days"],
])("rules are the prompt's to say: %j is about %s", (goal, name) => {
  expect(chooseTool(goal, HALL)?.tool.name).toBe(name);
});

test("what several tools take does not say which one is meant", () => {
  const house = ["terrace", "detached"];
  const round = [
    tool("enter_job", "Enters a single job.", [...house, "gutters"]),
    tool("add_to_round", "Takes a house on the round.", house),
    tool("update_round", "Pauses the round, or takes the house off.", ["pause", "leave"]),
  ];
  expect(chooseTool("Has the gutters cleared at a detached house", round)?.tool.name).toBe("enter_job");
});

test.each([
  ["Lets the nursery know that the grandmother will pick up on Friday", "authorise_pickup"],
  ["Reports that her son is ill", "report_absence"],
])("what authorises something identifies nobody: %j is about %s", (goal, name) => {
  const tools = [
    tool("authenticate_family", "Needed before a child is picked up."),
    tool("report_absence", "Records that a child will not attend."),
    tool("authorise_pickup", "Lets another person collect a child."),
    tool("book_visit", "Books a look-round."),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["Asks how long A Christmas Carol lasts and what a student pays in the stalls", undefined],
  ["Asks what students have to pay for A Christmas Carol", undefined],
  ["Asks when A Christmas Carol is on", "list_performances"],
])("who asks what somebody pays asks for a price: %j is about %s", (goal, name) => {
  const tools = [
    tool("list_performances", "Performances of a show.", ["christmas_carol", "snow_queen"]),
    tool("check_seats", "Are there enough seats?", ["stalls", "circle"]),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

test.each([
  ["Asks whether her posters are ready to collect", "get_order"],
  ["Asks where his flyers are", "get_order"],
  ["Asks what posters cost", "get_quote"],
  ["Asks whether posters can be ready on Friday", "get_quote"],
])("how somebody's order stands is on record: %j is about %s", (goal, name) => {
  const get_order = {
    name: "get_order",
    description: "Looks up an existing order.",
    parameters: {
      type: "object",
      properties: { order_number: { type: "string" }, email: { type: "string" } },
    },
  };
  const tools = [
    tool("get_quote", "Price of a print job, and the date it will be ready.", ["posters", "flyers"]),
    get_order,
    tool("cancel_order", "Cancels an order."),
  ];
  expect(chooseTool(goal, tools)?.tool.name).toBe(name);
});

const HIRE = ["cement_mixer", "floor_sander"];
const TOOL_HIRE = [
  tool("check_availability", "Is a tool free?", HIRE),
  tool("create_hire", "Create the hire.", [...HIRE, "collect", "deliver"]),
  {
    name: "book_collection",
    description: "Send the van to fetch a delivered tool.",
    parameters: { type: "object", properties: { hire_number: { type: "string" } } },
  },
];

test.each([
  ["Has finished with the cement mixer and wants it picked up on Thursday", "book_collection"],
  ["Hires a cement mixer from Friday", "create_hire"],
  ["Has finished the garden and wants a floor sander", "create_hire"],
])("what is no longer needed is fetched: %j is about %s", (goal, name) => {
  expect(chooseTool(goal, TOOL_HIRE)?.tool.name).toBe(name);
});
