import { speak } from './speak.js';
import type { SpeechSituation } from './speech-situation.js';

const situation: SpeechSituation = {
  isFarewell: false,
  factsAbout: (subject) => (subject.includes('opening') ? ['We open at nine.'] : []),
  told: ['four people', 'on Friday'],
};

function said(instruction: string, changes: Partial<SpeechSituation> = {}): string {
  return speak(instruction, { ...situation, ...changes })
    .map((sentence) => sentence.text)
    .join(' ');
}

describe('given an instruction to ask', () => {
  it.each([
    ['Ask for the preferred date', 'What is your preferred date?'],
    ['Ask the user for their name', 'What is your name?'],
    ["Ask for the customer's shipping address.", 'What is your shipping address?'],
    ['Ask for their full name and phone number', 'Could you tell me your full name and phone number?'],
    ['Ask for their symptoms', 'What are your symptoms?'],
    ['Ask for the name of the band', 'What is the name of the band?'],
    ['Ask for: date of birth', 'What is your date of birth?'],
    ['Ask for the title', 'What is the title?'],
    ['Ask for permission to record', 'Could you give me your permission to record?'],
    ['Ask for more details', 'Could you give me more details?'],
    ['Ask the user what they want to drink', 'What do you want to drink?'],
    ['Ask which book they are looking for', 'Which book are you looking for?'],
    ['Ask at which time they would like to come', 'At which time would you like to come?'],
    ['Ask what the problem is', 'What is the problem?'],
    ['Ask what brings them here', 'What brings you here?'],
    ['Ask how many guests will come', 'How many guests will come?'],
    ['Ask how you can help', 'How can I help?'],
    ['Ask whether the user would like a window seat', 'Would you like a window seat?'],
    ['Ask if they have been here before', 'Have you been here before?'],
    ['Ask if they have any questions', 'Do you have any questions?'],
    ['Ask if there is anything else', 'Is there anything else?'],
    ['Ask whether that time works for them', 'Could you tell me whether that time works for you?'],
    ['Ask the user to confirm the order', 'Could you please confirm the order?'],
    ['Ask about their hobbies', 'What can you tell me about your hobbies?'],
    ['Politely ask for the email address', 'What is your email address?'],
    ['You should ask for the budget', 'What is your budget?'],
    ['If the user hesitates, ask what worries them', 'What worries you?'],
    ['Find out where the caller lives', 'Where do you live?'],
    ['Collect the booking number', 'What is your booking number?'],
    ['Determine if the guest wants breakfast', 'Do you want breakfast?'],
    ['Ask: "Shall we begin?"', 'Shall we begin?'],
  ])('%s → %s', (instruction, expected) => {
    expect(said(instruction)).toBe(expected);
  });
});

describe('given an instruction to say something', () => {
  it.each([
    ['Tell the user that their table is ready', 'Your table is ready.'],
    ['Inform the customer that the shop opens at nine', 'The shop opens at nine.'],
    ['Let the user know that you will call them back', 'I will call you back.'],
    ['Tell the user to wait at the gate', 'Please wait at the gate.'],
    ['Explain the opening hours', 'We open at nine.'],
    ['Explain the next steps', "Let's look at the next steps together."],
    ['Offer to schedule a call', 'Would you like me to schedule a call?'],
    ['Offer a refund', 'Would you like a refund?'],
    ['Recommend the blue tour', "I'd suggest the blue tour. How does that sound?"],
    ['Help the user choose a seat', "I'd be glad to help you choose a seat."],
    ['Apologize for the delay', "I'm sorry for the delay."],
    ['Invite the user to take a seat', 'Please take a seat.'],
    ['Thank the user for their time', 'Thank you for your time.'],
    ['Welcome the guest to the hotel', 'Welcome to the hotel.'],
    ['Wish them a nice day', 'I wish you a nice day.'],
    ['Summarize the booking', 'To sum up, you told me: “four people”, “on Friday”.'],
    ['Book the table', "Let's book the table."],
    ['Small talk about the weather', "Let's talk about small talk about the weather."],
  ])('%s → %s', (instruction, expected) => {
    expect(said(instruction)).toBe(expected);
  });

  it('when it has several parts, then each is said, in order', () => {
    expect(said('Apologize for the delay, thank the user for waiting and ask for the order number')).toBe(
      "I'm sorry for the delay. Thank you for waiting. What is your order number?",
    );
  });

  it('when a part is forbidden, then it is not said', () => {
    expect(said('Thank the user. Do not mention the price.')).toBe('Thank you.');
  });

  it('then greeting is left to the opening', () => {
    expect(said('Greet the user, introduce yourself and ask how they are')).toBe('How are you?');
  });

  it('when the conversation ends, then goodbye is left to the farewell', () => {
    expect(said('Say goodbye', { isFarewell: true })).toBe('');
  });
});
