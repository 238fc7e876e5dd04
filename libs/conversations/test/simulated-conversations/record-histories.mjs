// Writes simulated conversations as histories of this very engine and these prompts, for every later release to replay:
// when either version is raised, or another kind of history is to be held. Those that there are stay as they are. Usage: node libs/conversations/test/simulated-conversations/record-histories.mjs
import { existsSync, writeFileSync } from 'node:fs';
import '../../../../test/support/source-loader.mjs';

const { defaultTurnLimits, engineVersion, promptVersion } = await import('@svc/engine');
const { recordedHistory } = await import('./recorded-history.ts');
const { simulateConversations } = await import('./simulate-conversations.ts');

const callsOf = ({ type, data }) => (type === 'TurnRecorded' ? data.calls : []);
const isMessage = ({ kind }) => kind === 'engage';
const isSaid = (call) => isMessage(call) && call.failure === null;

/** A message that was not sent, in a turn that sent another one. */
const isInVain = (event) =>
  callsOf(event).some(isSaid) &&
  callsOf(event).some((call) => isMessage(call) && call.failure === 'cancelled');

/** A message that ends where its model stopped. */
const isBrokenOff = (event) =>
  callsOf(event).some((call) => isSaid(call) && call.attempts.at(-1).failure !== null);

/** A message that its model broke off, and that one more attempt completed. */
const isCompleted = (event) =>
  callsOf(event).some(
    (call, place) =>
      isSaid(call) &&
      call.attempts.at(-1).failure === null &&
      event.data.words.exchanges[place].attempts.slice(0, -1).some(({ pieces }) => pieces.length > 0),
  );

/** One that came within a later turn. */
const isLate = ({ type, data }, log) =>
  type === 'ConversationSummarized' &&
  data.text !== null &&
  log.findLast(
    (other) =>
      other.type === 'InteractionStarted' && log.indexOf(other) < log.findIndex((one) => one.data === data),
  )?.data.interactionId !== data.interactionId;

const isOne = (wanted, event, log) =>
  event.type === wanted ||
  event.data.reason === wanted ||
  event.data.words?.facts.some(({ ruling }) => ruling?.type === wanted) ||
  (wanted === 'message in vain' && isInVain(event)) ||
  (wanted === 'message broken off' && isBrokenOff(event)) ||
  (wanted === 'message completed' && isCompleted(event)) ||
  (wanted === 'late summary' && isLate(event, log));

const has = (log, ...wanted) => wanted.every((one) => log.some((event) => isOne(one, event, log)));

/** What each history must contain. It is the first conversation that does and that no other history has. */
const kinds = {
  voided: ['InteractionCompleted', 'cancelled', 'failed', 'InnerThoughtRecorded', 'StateTransitioned'],
  died: ['InteractionCompleted', 'lease-expired', 'TurnRecorded'],
  'worded-ahead': ['InteractionCompleted', 'message in vain'],
  'broken-off': ['InteractionCompleted', 'message broken off', 'message completed'],
  gated: ['InteractionCompleted', 'say', 'hold', 'replace'],
  'deleted-user': ['InteractionCompleted', 'deletion', 'ConversationFinished'],
};
/** Conversations with a window so small that messages soon fall out of it. */
const kindsInSmallWindow = { summarized: ['late summary', 'InteractionVoided'] };
const within = (limits) => simulateConversations(1, 500, undefined, { ...defaultTurnLimits, ...limits });
const conversations = within({});
const inSmallWindow = within({ maxTranscriptCharacters: 160 });
const held = new Set();
for (const [name, wanted] of Object.entries({ ...kinds, ...kindsInSmallWindow })) {
  const all = name in kinds ? conversations : inSmallWindow;
  const conversation = all.find((one) => !held.has(one) && has(one.log, ...wanted));
  if (conversation === undefined) throw new Error(`No conversation is "${name}".`);
  held.add(conversation);
  const file = `simulated-${name}-engine-${engineVersion}-prompts-${promptVersion}.json`;
  const place = new URL(`../recorded-histories/${file}`, import.meta.url);
  if (existsSync(place)) continue;
  const text = JSON.stringify(recordedHistory(conversation), null, 2);
  writeFileSync(place, `${text}\n`);
  console.log(`${file}: ${conversation.log.length} events, ${text.length} bytes`);
}
