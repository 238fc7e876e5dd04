import type { TopicDescription } from './describe-topic.js';

/** The ways in which a topic can lose acknowledged records, one sentence each; none: it can't. */
export function topicRisks(description: TopicDescription): readonly string[] {
  const { topic, replicas, minInSyncReplicas, allowsUncleanLeaders, retentionMs } = description;
  const risks: string[] = [];
  if (replicas < 2)
    risks.push(`Topic ${topic} has one replica: its events are lost with the disk of one broker.`);
  else if (minInSyncReplicas < 2)
    risks.push(
      `Topic ${topic} acknowledges with one replica (min.insync.replicas=1): acknowledged events are lost when that broker goes before the others have them.`,
    );
  if (allowsUncleanLeaders)
    risks.push(
      `Topic ${topic} takes leaders that lack events (unclean.leader.election.enable=true): acknowledged events are lost.`,
    );
  if (retentionMs !== undefined)
    risks.push(
      `Topic ${topic} forgets events after a time (retention.ms=${retentionMs}): a consumer that is new or was away longer misses them.`,
    );
  return risks;
}
