import { expect, it } from '@jest/globals';
import type { TopicDescription } from './describe-topic.js';
import { topicRisks } from './topic-risks.js';

const safe: TopicDescription = {
  topic: 'svc.bank.events',
  partitions: 48,
  replicas: 3,
  minInSyncReplicas: 2,
  allowsUncleanLeaders: false,
  retentionMs: undefined,
};

it('sees no risk in three replicas of which two acknowledge, for ever', () => {
  expect(topicRisks(safe)).toEqual([]);
});

it.each([
  [{ replicas: 1, minInSyncReplicas: 1 }, /^Topic svc.bank.events has one replica/],
  [{ minInSyncReplicas: 1 }, /^Topic svc.bank.events acknowledges with one replica/],
  [{ allowsUncleanLeaders: true }, /^Topic svc.bank.events takes leaders that lack events/],
  [{ retentionMs: 604_800_000 }, /^Topic svc.bank.events forgets events after a time/],
])('names the topic and the risk of %j', (change, sentence) => {
  expect(topicRisks({ ...safe, ...change })).toEqual([expect.stringMatching(sentence)]);
});
