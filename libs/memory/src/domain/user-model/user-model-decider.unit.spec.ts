import { misfit } from '@svc/kernel';
import { eventSamples } from '../../../test/event-samples.js';
import { home, insight } from '../../../test/source-memories.js';
import { defaultDimensions } from './dimension.js';
import { userModelDecider, type UserModelState } from './user-model-decider.js';
import { userModelOf } from './user-model-of.js';
import { userModelShape } from './user-model-shape.js';

const conversation = {
  conversationId: 'c1',
  userId: 'ada',
  serviceId: 's1',
  homeOrgId: null,
  finishedAtMs: 1_000,
};
const berlin = insight({ memoryId: 'm1', conversationId: 'c1', saidAtMs: 1_000, ...home('Berlin') });
const munich = insight({ memoryId: 'm2', conversationId: 'c2', saidAtMs: 3_000, ...home('Munich') });
const radios = insight({ memoryId: 'm3', content: 'Fixes radios.', saidAtMs: 2_000 });

const update = (state: UserModelState, ...memories: Parameters<typeof userModelOf>[0]) =>
  userModelDecider.decide(state, {
    type: 'UpdateUserModel',
    conversation,
    model: userModelOf(memories, defaultDimensions),
    retractedMemoryIds: [],
    reextractedBy: null,
    atMs: 9_000,
  });
const evolved = (state: UserModelState, ...memories: Parameters<typeof userModelOf>[0]) =>
  update(state, ...memories).reduce(userModelDecider.evolve, state);

describe('the user model over all conversations', () => {
  it('then an event has the changed entries only', () => {
    const before = evolved(null, berlin, radios);
    const [event] = update(before, berlin, radios, munich);
    expect(event?.data.entries.map(({ content }) => content)).toEqual(['Lives in Munich.']);
    expect(evolved(before, berlin, radios, munich)).toEqual(
      userModelOf([berlin, radios, munich], defaultDimensions),
    );
  });

  it('when the same is known as before, then nothing changes', () => {
    expect(update(evolved(null, berlin), berlin)).toEqual([]);
    expect(update(null)).toEqual([]);
  });

  it('when memories are removed, then the model is what it would be without them', () => {
    const before = evolved(null, berlin, radios, munich);
    expect(evolved(before, berlin)).toEqual(userModelOf([berlin], defaultDimensions));
    expect(evolved(before)).toEqual({ entries: [] });
  });

  it('when memories are retracted that no entry rests on, then that is recorded all the same', () => {
    const [event] = userModelDecider.decide(evolved(null, berlin), {
      type: 'UpdateUserModel',
      conversation,
      model: userModelOf([berlin], defaultDimensions),
      retractedMemoryIds: ['m9'],
      reextractedBy: null,
      atMs: 9_000,
    });
    expect(event?.data).toMatchObject({ entries: [], removedKeys: [], retractedMemoryIds: ['m9'] });
  });

  it('then a snapshot has the shape of each state', () => {
    const states = eventSamples.flatMap((event) =>
      event.type === 'UserModelUpdated' ? [userModelDecider.evolve(null, event)] : [],
    );
    expect(states.map((state) => misfit(userModelShape, state))).toEqual(states.map(() => undefined));
  });
});
