import { expect, it } from '@jest/globals';
import { missingPartsOf } from './missing-parts.mjs';

const noJava = { whatBrokersLack: () => 'There is no Java.' };
const noPython = { whatPythonLacks: () => 'There is no Python.' };
const noBrowser = { whatBrowsingLacks: () => 'There is no browser.' };
const nothing = () => undefined;
const whole = { whatBrokersLack: nothing, whatPythonLacks: nothing, whatBrowsingLacks: nothing };

it.each([
  ['kafka', noJava, '', 'There is no Java. Or name a cluster in KAFKA_BROKERS.'],
  ['kafka', noJava, '127.0.0.1:9092', undefined],
  ['kafka', {}, '', undefined],
  ['kafka-fault', noJava, '127.0.0.1:9092', 'There is no Java.'],
  ['kafka-fault', {}, '', undefined],
  ['fuzz', noPython, '', 'There is no Python.'],
  ['fuzz', {}, '', undefined],
  ['clients', noPython, '', 'There is no Python.'],
  ['clients', noJava, '', 'There is no Java.'],
  ['clients', {}, '', undefined],
  ['browser', noBrowser, '', 'There is no browser.'],
  ['browser', {}, '', undefined],
  ['int', { ...noJava, ...noPython, ...noBrowser }, '', undefined],
])('the tier %s with %p and the cluster %p lacks: %p', (tier, lacks, kafkaBrokers, sentence) => {
  expect(missingPartsOf(tier, { ...whole, ...lacks, kafkaBrokers })).toBe(sentence);
});
