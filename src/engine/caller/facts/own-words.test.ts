import { expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { ownWords } from "./own-words.ts";

it.each([
  ["Book a flu vaccination for yourself", "I'd like to book a flu vaccination for myself"],
  ["Get your daughter vaccinated", "I'd like to get my daughter vaccinated"],
  ["Ask about your opening hours", "I'd like to ask about your opening hours"],
  ["Have a flat tyre repaired", "I'd like to have a flat tyre repaired"],
  ["Have you got a table?", "Have you got a table?"],
  ["Customer Petersen (order KF-70412) wants to move the sofa", "I'd like to move the sofa"],
  ["The client Hanna Brandt wants a call and is in a hurry", "I'd like a call and I am in a hurry"],
  ["Oskar Vilks, client M-3220, needs a copy", "I need a copy"],
  ["Tomas Reyes asks whether he may deduct his car", "I'd like to ask whether I may deduct my car"],
  ["Yara Haddad, customer 40133, ends the contract", "I'd like to end the contract"],
  ["Take the family to the circus", "I'd like to take the family to the circus"],
  [
    "Someone cancels the court booked for this evening",
    "I'd like to cancel the court booked for this evening",
  ],
  ["A new owner registers their cat and books a check-up", "I'd like to register my cat and book a check-up"],
  ["A student cancels Wednesday's lesson", "I'd like to cancel Wednesday's lesson"],
  ["A caller of 23 wants a van", "I'd like a van"],
  ["A caller only wants to know what it costs", "I'd like to know what it costs"],
  [
    "New patient with a sore shoulder who wants a first appointment",
    "I'm a new patient with a sore shoulder, and I'd like a first appointment",
  ],
  ["Parent who needs a place on Saturday", "I'm a parent, and I need a place on Saturday"],
  [
    "Tells the school that her son can't come and asks for another lesson",
    "I'd like to say that my son can't come and ask for another lesson",
  ],
  ["Someone who is not a member wants the hall", "I am not a member, and I'd like the hall"],
  ["A customer who will be away redirects a parcel", "I will be away, and I'd like to redirect a parcel"],
  ["Someone who has a car on hire wants to keep it", "I have a car on hire, and I'd like to keep it"],
  ["As a customer I want to pay less", "I want to pay less"],
  ["A customer moves the day and agrees to the fee", "I'd like to move the day and agree to the fee"],
  ["A guest adds breakfast to their booking", "I'd like to add breakfast to my booking"],
  [
    "Orders her inhaler and picks it up at the shop",
    "I'd like to order my inhaler and pick it up at the shop",
  ],
  ["The customer orders rolls, then changes their mind about the time", "I'd like to order rolls"],
  ["Book a move to Cork, but change the day after hearing the price", "I'd like to book a move to Cork"],
  ["A café owner wants flyers", "I'd like flyers"],
  [
    "A boy who has just turned six tries to enrol and should be turned down",
    "I have just turned six, and I'd like to enrol",
  ],
  ["An owner whose dog is limping wants to be seen", "My dog is limping, and I'd like to be seen"],
  [
    "A daughter orders copies of her mother's birth certificate, to be posted",
    "I'd like to order copies of my mother's birth certificate, to be posted",
  ],
  [
    "A patient has had toothache since the weekend, wants to come today and asks which painkiller to take",
    "I have had toothache since the weekend, and I'd like to come today and ask which painkiller to take",
  ],
  [
    "A patient cannot come tomorrow and wants to cancel, and hopes not to pay for it",
    "I cannot come tomorrow and want to cancel, and I hope not to pay for it",
  ],
  [
    "Two travellers want seats at a table for their booking on Friday",
    "We'd like seats at a table for our booking on Friday",
  ],
  ["A patient asks when the next appointment is", "I'd like to ask when my next appointment is"],
  [
    "A member is moving to another city and wants to cancel",
    "I am moving to another city and want to cancel",
  ],
  [
    "A member has sold their car and wants to cancel the membership",
    "I have sold my car and want to cancel the membership",
  ],
  [
    "A member finds the gym too expensive, asks for a discount and cancels if there is none",
    "I find the gym too expensive, and I'd like to ask for a discount and cancel if there is none",
  ],
  [
    "A passenger left a green backpack on yesterday's train and reports it",
    "I left a green backpack on yesterday's train, and I'd like to report it",
  ],
  [
    "A passenger whose train came almost an hour late wants money back",
    "My train came almost an hour late, and I'd like money back",
  ],
  [
    "A passenger with a delay of two hours wants a voucher and asks how much it will be",
    "I have a delay of two hours, and I'd like a voucher and ask how much it will be",
  ],
  [
    "Someone with itchy eyes asks what it might be and then books an eye test",
    "I have itchy eyes, and I'd like to ask what it might be and then book an eye test",
  ],
  [
    "A customer's parcel is shown as delivered, but they never got it",
    "My parcel is shown as delivered, but I never got it",
  ],
  [
    "A father books a lesson for his son and asks whether he may have talent",
    "I'd like to book a lesson for my son and ask whether he may have talent",
  ],
  [
    "Keep the car of booking NL4821 until 6 March",
    "I'd like to keep the car of booking NL4821 until 6 March",
  ],
  ["Keep your answers short", undefined],
  [
    "Only find out which rooms are free and what they cost",
    "I'd only like to find out which rooms are free and what they cost",
  ],
  ["Only answer in one word", undefined],
  ["Be picked up at the airport", "I'd like to be picked up at the airport"],
  ["Be rude to the agent", undefined],
  ["Have three parcels collected", "I'd like to have three parcels collected"],
  ["A parcel is late and must be found", undefined],
  ["Change the day after my birthday", "I'd like to change the day after my birthday"],
  ["Customer orders are late", undefined],
  ["Customer service wants to close the case", undefined],
  ["A pipe bursts in the kitchen", undefined],
])("%s", (described, said) => {
  expect(ownWords(described, languageOf("en"))).toBe(said);
});
