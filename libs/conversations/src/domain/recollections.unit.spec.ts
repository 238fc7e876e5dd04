import type { Recollection } from '@svc/engine';
import { complete, fold, history, say, start, userSays, conditions, when } from '../../test/histories.js';

const berlin: Recollection = { type: 'known', content: 'Lives in Berlin.', context: '', saidAtMs: 1 };
const munich: Recollection = { ...berlin, content: 'Lives in Munich.' };

const greeted = history(start(), complete('i1'));
/** A turn with these recollections. */
const turn = (recollections: readonly Recollection[] | undefined, given = greeted) =>
  when(given, {
    type: 'StartInteraction',
    interaction: { ...userSays('Hello'), recollections },
    conditions,
    atMs: 2_000_000,
  });
const typesOf = (events: ReturnType<typeof turn>) => events.map(({ type }) => type);

describe('what is recalled of a user', () => {
  it('then it precedes the turn that uses it, and stays for later turns', () => {
    const begun = turn([berlin]);
    expect(begun[0]).toEqual({ type: 'RecollectionsRead', data: { recollections: [berlin] } });
    expect(typesOf(begun)).toEqual(['RecollectionsRead', 'InteractionStarted']);
    const ended = [...greeted, ...begun, ...when([...greeted, ...begun], complete('i2'))];
    const next = [...ended, ...when(ended, say('More', 'i3', 3_000_000))];
    expect(fold(next)).toMatchObject({ recollections: [berlin], running: { interactionId: 'i3' } });
  });

  it('when nothing is recalled, or nothing was asked, then nothing is written', () => {
    expect(typesOf(turn([]))).toEqual(['InteractionStarted']);
    expect(typesOf(turn(undefined))).toEqual(['InteractionStarted']);
  });

  it.each<[string, readonly Recollection[], readonly string[]]>([
    ['is the same', [berlin, munich], []],
    ['comes in another order', [munich, berlin], ['RecollectionsRead']],
    ['is less', [berlin], ['RecollectionsRead']],
    ['is nothing any more', [], ['RecollectionsRead']],
    ['was said later', [berlin, { ...munich, saidAtMs: 2 }], ['RecollectionsRead']],
    ['has another context', [berlin, { ...munich, context: 'At lunch' }], ['RecollectionsRead']],
    ['is a single memory', [berlin, { ...munich, type: 'remembered' }], ['RecollectionsRead']],
  ])('when what is recalled %s, then it is written when it differs', (_how, recollections, written) => {
    const first = [...greeted, ...turn([berlin, munich])];
    const given = [...first, ...when(first, complete('i2'))];
    expect(typesOf(turn(recollections, given))).toEqual([...written, 'InteractionStarted']);
  });
});
