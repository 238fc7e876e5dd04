import { expect, it } from '@jest/globals';
import { missingPartsOf } from './missing-parts.mjs';

const lack = () => 'There is no Java.';
const nothing = () => undefined;

it.each([
  ['kafka', lack, '', 'There is no Java. Or name a cluster in KAFKA_BROKERS.'],
  ['kafka', lack, '127.0.0.1:9092', undefined],
  ['kafka', nothing, '', undefined],
  ['kafka-fault', lack, '127.0.0.1:9092', 'There is no Java.'],
  ['kafka-fault', nothing, '', undefined],
  ['int', lack, '', undefined],
])('the tier %s with %p and the cluster %p is told: %p', (tier, lacks, kafkaBrokers, sentence) => {
  expect(missingPartsOf(tier, { kafkaBrokers, whatBrokersLack: lacks })).toBe(sentence);
});
