import type { TranscriptMessage } from '../transcript.js';
import { inferValues } from './infer-values.js';
import type { InferredKey } from './inferred-key.js';

const said = (...texts: readonly string[]): readonly TranscriptMessage[] =>
  texts.map((text, index) => ({
    messageId: `m${index + 1}`,
    sender: index % 2 === 0 ? 'user' : 'agent',
    text,
    saidAtMs: index,
  }));
const language: InferredKey = {
  key: 'preferred_language',
  valueType: 'enum',
  allowedValues: ['German', 'English', 'sign_language', 5],
  description: 'The language that the person likes to speak.',
};
const smoker: InferredKey = {
  key: 'smoker',
  valueType: 'boolean',
  allowedValues: [],
  description: 'Whether the person smokes cigarettes.',
};
const surgery: InferredKey = {
  key: 'surgery_on',
  valueType: 'date',
  allowedValues: [],
  description: 'The day of the last operation.',
};
const infer = (key: InferredKey, ...texts: readonly string[]) =>
  inferValues([key], said(...texts)).map(({ value, confidence, messageIds }) => [
    value,
    confidence,
    messageIds,
  ]);

describe('what a conversation says of an enum', () => {
  it.each<[readonly string[], unknown]>([
    [['I would like to speak German.'], [['German', 0.6, ['m1']]]],
    [['GERMAN please'], [['German', 0.4, ['m1']]]],
    [['Hi', 'Which language do you speak?', 'English'], [['English', 0.6, ['m2', 'm3']]]],
    [['I speak German', 'Fine.', 'Sorry, I speak English'], [['English', 0.6, ['m3']]]],
    [['I use sign language'], [['sign_language', 0.6, ['m1']]]],
    [['German or English'], []],
    [['I do not speak German'], []],
    [['I have a Germanic name', 'You speak German?'], []],
  ])('given %j', (texts, expected) => {
    expect(infer(language, ...texts)).toEqual(expected);
  });
});

describe('what a conversation says of a boolean', () => {
  it.each<[readonly string[], unknown]>([
    [['I smoke'], [[true, 0.6, ['m1']]]],
    [["I don't smoke any more"], [[false, 0.6, ['m1']]]],
    [['Hi', 'Do you smoke?', 'Yes, a lot'], [[true, 0.6, ['m2', 'm3']]]],
    [['Hi', 'Do you smoke?', 'No.'], [[false, 0.6, ['m2', 'm3']]]],
    [['Hi', 'Are you well?', 'Yes'], []],
    [['Do you smoke?'], []],
  ])('given %j', (texts, expected) => {
    expect(infer(smoker, ...texts)).toEqual(expected);
  });
});

describe('what a conversation says of a date', () => {
  it.each<[readonly string[], unknown]>([
    [['My operation was on 2024-02-29'], [['2024-02-29', 0.6, ['m1']]]],
    [['The surgery was on March 3rd, 2024.'], [['2024-03-03', 0.6, ['m1']]]],
    [['Hi', 'When was your surgery?', 'On the 12th of May 2023'], [['2023-05-12', 0.6, ['m2', 'm3']]]],
    [['My operation was on 2023-02-29'], []],
    [['I was born on 1980-01-01'], []],
  ])('given %j', (texts, expected) => {
    expect(infer(surgery, ...texts)).toEqual(expected);
  });
});

it('infers nothing of a key that needs a model', () => {
  for (const valueType of ['string', 'number', 'json'] as const)
    expect(infer({ ...language, valueType }, 'I speak German')).toEqual([]);
});
