import { home } from '../../../test/source-memories.js';
import type { Retraction } from '../user-model/retraction.js';
import {
  conversationMemoriesDecider,
  type ConversationMemories,
  type ConversationMemoriesCommand,
} from './conversation-memories.js';
import type { Memory } from './memory.js';

const conversation = {
  conversationId: 'c1',
  userId: 'ada',
  serviceId: 's1',
  homeOrgId: null,
  finishedAtMs: 1_000,
};
const memory = (memoryId: string, place: string, messageId: string): Memory => ({
  memoryId,
  ...home(place),
  context: '',
  confidence: 1,
  spans: [{ messageId, text: place }],
  saidAtMs: 500,
});

/** The result of the commands, one each second. */
function after(...commands: readonly ConversationMemoriesCommand[]): ConversationMemories {
  const { initialState, decide, evolve } = conversationMemoriesDecider;
  return commands.reduce<ConversationMemories>(
    (state, command, index) => decide(state, { ...command, atMs: (index + 2) * 1_000 }).reduce(evolve, state),
    initialState,
  );
}
const extract = (...memories: readonly Memory[]): ConversationMemoriesCommand => ({
  type: 'ExtractMemories',
  conversation,
  extractorName: 'rules',
  extractorVersion: 1,
  memories,
});
const reextract = (
  extractorVersion: number,
  ...memories: readonly Memory[]
): ConversationMemoriesCommand => ({
  type: 'ReextractMemories',
  conversation,
  extractorName: 'rules',
  extractorVersion,
  memories,
});
const retract = (retraction: Retraction): ConversationMemoriesCommand => ({
  type: 'RetractMemories',
  conversation,
  retraction,
});
const standing = (state: ConversationMemories) =>
  state?.memories.map(({ memoryId, ordinal, recordedAtMs }) => [memoryId, ordinal, recordedAtMs]);

const bonn = memory('m1', 'Bonn', 'said-1');
const rome = memory('m2', 'Rome', 'said-2');

describe('memories that are extracted again', () => {
  it('given the same memory with another id, then it keeps its old id and time, at its new place', () => {
    const again = { ...bonn, memoryId: 'm9', content: 'lives in bonn' };
    expect(standing(after(extract(bonn), reextract(2, rome, again)))).toEqual([
      ['m2', 2, 3_000],
      ['m1', 3, 2_000],
    ]);
  });

  it('given the same sentence from another message, then it is another memory', () => {
    const elsewhere = memory('m9', 'Bonn', 'said-7');
    expect(standing(after(extract(bonn), reextract(2, elsewhere)))).toEqual([['m9', 2, 3_000]]);
  });

  it('when the extractor has read it already, or is the first one, then nothing happens', () => {
    expect(standing(after(extract(bonn), reextract(1, rome)))).toEqual([['m1', 1, 2_000]]);
    expect(after(reextract(2, rome))).toBeNull();
    expect(standing(after(extract(bonn), extract(rome)))).toEqual([['m1', 1, 2_000]]);
  });
});

describe('what is retracted', () => {
  it.each<Retraction>([
    { type: 'conversation', conversationId: 'c1' },
    { type: 'message', messageId: 'said-1' },
    { type: 'memory', memoryId: 'm1' },
  ])('given $type, then it stays away in all further extractions', (retraction) => {
    const inOtherWords = { ...bonn, memoryId: 'm9', content: 'Has a home in Bonn.' };
    const once = after(extract(bonn), retract(retraction), reextract(2, bonn), reextract(3, inOtherWords));
    expect(standing(once)).toEqual([]);
  });

  it.each<Retraction>([
    { type: 'conversation', conversationId: 'c1' },
    { type: 'message', messageId: 'said-1' },
  ])('given $type before the first extraction, then nothing rests on it', (retraction) => {
    expect(standing(after(retract(retraction), extract(bonn)))).toEqual([]);
  });

  it('given one message, then the other memories stay as they were', () => {
    const state = after(retract({ type: 'message', messageId: 'said-1' }), extract(bonn, rome));
    expect(standing(state)).toEqual([['m2', 1, 3_000]]);
  });

  it('when it is retracted again, then nothing happens', () => {
    const retraction = retract({ type: 'conversation', conversationId: 'c1' });
    const once = after(extract(bonn), retraction);
    expect(conversationMemoriesDecider.decide(once, { ...retraction, atMs: 9 })).toEqual([]);
  });

  it('given something of another conversation only, then nothing happens', () => {
    const state = after(extract(bonn), retract({ type: 'memory', memoryId: 'm7' }));
    expect(standing(state)).toEqual([['m1', 1, 2_000]]);
  });
});
