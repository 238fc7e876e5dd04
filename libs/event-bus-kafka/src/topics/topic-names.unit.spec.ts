import { expect, it } from '@jest/globals';
import { TopicNames } from './topic-names.js';

const names = new TopicNames({ installation: '4f1c', prefix: 'clinic' });

it('names topics and groups of an installation', () => {
  expect(names.topicOf('bank')).toBe('clinic.bank.events');
  expect(names.groupOf('shop.ledger')).toBe('clinic.shop.ledger');
});

it('given no prefix, then each installation has one of its own', () => {
  expect(new TopicNames({ installation: '4f1c' }).topicOf('bank')).toBe('svc-4f1c.bank.events');
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

it.each([
  ['clinic.installation.77aa', '77aa'],
  ['svc.installation.77aa', undefined],
  ['clinic.bank.events', undefined],
])('the topic %s names the installation %s', (topic, installation) => {
  expect(names.installationOf(topic)).toBe(installation);
  expect(names.installationOf(names.marker)).toBe('4f1c');
});

it.each(['', 'a.b', 'A', '1a', 'a b', 'a'.repeat(64)])('refuses the prefix %j', (prefix) => {
  expect(() => new TopicNames({ installation: '4f1c', prefix })).toThrow(TypeError);
});

it.each(['', 'a.b', 'A', '-a', 'a'.repeat(33)])('refuses the installation %j', (installation) => {
  expect(() => new TopicNames({ installation })).toThrow(TypeError);
});
