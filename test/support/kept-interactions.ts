import type { MessageRecord } from './client.js';
import { completionOf, type HeldConversation, type HeldTurn } from './held-turn.js';

/** A completed interaction as it is kept: in the list of messages, or in the log. */
export interface KeptInteraction {
  readonly id: string;
  readonly messages: readonly KeptMessage[];
}

export interface KeptMessage {
  readonly id: string;
  readonly type: MessageRecord['message_type'];
  readonly text: string;
}

/** @throws Error when the messages of an interaction are not together. */
export function interactionsIn(messages: readonly MessageRecord[]): readonly KeptInteraction[] {
  const interactions: { id: string; messages: KeptMessage[] }[] = [];
  for (const { interaction_id: id, ...message } of messages) {
    let interaction = interactions.at(-1);
    if (interaction?.id !== id) {
      if (interactions.some((earlier) => earlier.id === id))
        throw new Error(`The messages of interaction ${id} do not stand together.`);
      interactions.push((interaction = { id, messages: [] }));
    }
    interaction.messages.push({ id: message.id, type: message.message_type, text: message.message });
  }
  return interactions;
}

/**
 * Compares a client's own record with what is kept: each complete turn once, in order and as received, nothing of
 * a void one, and nothing that nobody asked for. What users say must differ from turn to turn.
 * @returns what is wrong, in words
 */
export function compareWithRecord(
  { id, turns }: HeldConversation,
  kept: readonly KeptInteraction[],
): readonly string[] {
  const faults: string[] = [];
  const found = new Set<HeldTurn>();
  let latestAskedAtMs = -Infinity;
  for (const interaction of kept) {
    const said = interaction.messages.find(({ type }) => type === 'user-message')?.text ?? null;
    const turn = turns.find(({ text }) => text === said);
    if (turn === undefined) {
      faults.push(`interaction ${interaction.id} ("${said}"): nobody asked for it`);
      continue;
    }
    if (found.has(turn)) faults.push(`interaction ${interaction.id}: "${said}" is kept twice`);
    if (turn.endedAtMs < latestAskedAtMs) faults.push(`"${said}" stands behind what was said after it`);
    latestAskedAtMs = Math.max(latestAskedAtMs, turn.askedAtMs);
    found.add(turn);
    faults.push(...differences(turn, interaction));
  }
  const missing = turns.filter((turn) => turn.outcome === 'complete' && !found.has(turn));
  const absences = missing.map(
    (turn) => `the acknowledged turn "${turn.text}" (${completionOf(turn)?.interaction_id}) is missing`,
  );
  return [...faults, ...absences].map((fault) => `conversation ${id}: ${fault}`);
}

function differences(turn: HeldTurn, { id, messages }: KeptInteraction): readonly string[] {
  const faults: string[] = [];
  const of = (wanted: KeptMessage['type']) => messages.filter(({ type }) => type === wanted);
  const answers = of('agent-message');
  if (turn.outcome === 'void')
    faults.push(`"${turn.text}" is kept, though its client was told that it failed`);
  if (of('user-message').length !== (turn.text === null ? 0 : 1) || answers.length !== 1)
    faults.push(
      `it has ${of('user-message').length} messages of the user and ${answers.length} of the agent`,
    );
  const completion = completionOf(turn);
  if (completion) {
    const { interaction_id: interactionId, message_id: messageId, full_message: text } = completion;
    if (interactionId !== id) faults.push(`the client knows it as ${interactionId}`);
    if (answers[0]?.id !== messageId || answers[0].text !== text)
      faults.push('the client heard another answer');
  }
  return faults.map((fault) => `interaction ${id}: ${fault}`);
}
