import { expect, it } from '@jest/globals';
import { TopicNames } from './topic-names.js';

const names = new TopicNames('clinic');

it('names topics and groups of an installation', () => {
  expect(names.topicOf('bank')).toBe('clinic.bank.events');
  expect(names.groupOf('shop.ledger')).toBe('clinic.shop.ledger');
  expect(new TopicNames().topicOf('bank')).toBe('svc.bank.events');
});

it.each([
  ['clinic.bank.events', 'bank'],
  ['svc.bank.events', undefined],
  ['clinic.bank.commands', undefined],
  ['clinic.bank.events.old', undefined],
  ['clinic', undefined],
])('the topic %s is that of %s', (topic, source) => {
  expect(names.sourceOf(topic)).toBe(source);
});

it.each(['', 'a.b', 'A', '1a', 'a b', 'a'.repeat(64)])('refuses the prefix %j', (prefix) => {
  expect(() => new TopicNames(prefix)).toThrow(TypeError);
});
