// Writes simulated conversations as histories of this very engine and these prompts, for every later release to replay:
// when either version is raised. Usage: node libs/conversations/test/simulated-conversations/record-histories.mjs
import { writeFileSync } from 'node:fs';
import '../../../../test/support/source-loader.mjs';

const { defaultTurnLimits, engineVersion, promptVersion } = await import('@svc/engine');
const { recordedHistory } = await import('./recorded-history.ts');
const { simulateConversations } = await import('./simulate-conversations.ts');

/** A message that was not said, in a turn that said another one. */
const isInVain = ({ data }, log) =>
  data.kind === 'engage' &&
  data.failure === 'cancelled' &&
  log.some((other) => {
    const { interactionId, kind, failure } = other.data;
    return interactionId === data.interactionId && kind === 'engage' && failure === null;
  });

const isOne = (wanted, event, log) =>
  event.type === wanted ||
  event.data.reason === wanted ||
  event.data.facts?.some(({ ruling }) => ruling?.type === wanted) ||
  (wanted === 'message in vain' && isInVain(event, log));

const has = (log, ...wanted) => wanted.every((one) => log.some((event) => isOne(one, event, log)));

/** What a history is to hold, of the first conversation that does. */
const kinds = {
  voided: ['InteractionCompleted', 'cancelled', 'failed', 'InnerThoughtRecorded', 'StateTransitioned'],
  died: ['InteractionCompleted', 'lease-expired', 'DecisionRecorded'],
  'worded-ahead': ['InteractionCompleted', 'message in vain'],
  gated: ['InteractionCompleted', 'say', 'hold', 'replace'],
  'deleted-user': ['InteractionCompleted', 'deletion', 'ConversationFinished'],
};
const conversations = await simulateConversations(1, 500, undefined, defaultTurnLimits);
for (const [name, wanted] of Object.entries(kinds)) {
  const conversation = conversations.find(({ log }) => has(log, ...wanted));
  if (conversation === undefined) throw new Error(`No conversation is "${name}".`);
  const file = `simulated-${name}-engine-${engineVersion}-prompts-${promptVersion}.json`;
  const text = JSON.stringify(recordedHistory(conversation), null, 2);
  writeFileSync(new URL(`../recorded-histories/${file}`, import.meta.url), `${text}\n`);
  console.log(`${file}: ${conversation.log.length} events, ${text.length} bytes`);
}
