import { brokenRules } from './broken-rules.js';

function breaks(description: string, sentence: string): boolean {
  const rules = [{ id: 'rule_1', name: 'rule', description }];
  return brokenRules({ rules, sentences: [sentence] }).length > 0;
}

describe('a rule that forbids something', () => {
  it.each([
    ['Never give medical advice', 'My medical advice is to rest.'],
    ['No medical advice', 'Here is some medical advice: rest.'],
    ['Do not promise a refund', 'You will get a refund.'],
    ['Never name a price', 'The price is 5 Euro.'],
    ['Do not guess', 'I guess it is on Monday.'],
    ['Never name diagnoses, doses of drugs or prices', 'The price is 20 Euro.'],
    ['Avoid jokes', 'Let me tell you a joke.'],
    ['Discounts are strictly forbidden', 'There is a discount for students.'],
    ['Be warm. Never mention other clinics.', 'The other clinics are worse.'],
  ])('"%s" is broken by "%s"', (rule, sentence) => {
    expect(breaks(rule, sentence)).toBe(true);
  });

  it.each([
    ['Never give medical advice', "I can't give you medical advice."],
    ['Never give medical advice', 'Which day suits you?'],
    ['Do not promise a refund', 'I promise to call you back.'],
    ['Never guess, but tell the price', 'The price is 20 Euro.'],
    ['Always be polite', 'Be polite!'],
    ['', 'Hello.'],
  ])('"%s" is not broken by "%s"', (rule, sentence) => {
    expect(breaks(rule, sentence)).toBe(false);
  });
});

it('each breach names its sentence and its rule', () => {
  const rules = [
    { id: 'rule_1', name: 'jokes', description: 'No jokes' },
    { id: 'rule_2', name: 'prices', description: 'No prices' },
  ];
  const sentences = ['Hello.', 'The price is a joke.', 'This joke is free.'];
  expect(brokenRules({ rules, sentences })).toEqual([
    { sentence: 2, rule: 'rule_1' },
    { sentence: 2, rule: 'rule_2' },
    { sentence: 3, rule: 'rule_1' },
  ]);
});
