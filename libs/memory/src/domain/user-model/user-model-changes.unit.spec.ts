import { home, insight } from '../../../test/source-memories.js';
import { userModelChanges } from './user-model-changes.js';
import { userModelOf } from './user-model-of.js';

const berlin = insight({ memoryId: 'm1', saidAtMs: 1, ...home('Berlin') });
const munich = insight({ memoryId: 'm2', saidAtMs: 2, ...home('Munich') });
const radios = insight({ memoryId: 'm3', content: 'Fixes radios.', saidAtMs: 3 });
const again = insight({ memoryId: 'm4', content: 'Fixes radios.', saidAtMs: 4 });
const modelOf = (...memories: Parameters<typeof userModelOf>[0]) => userModelOf(memories, []);

describe('given two user models of a person', () => {
  it('when they say the same, then nothing has changed, even with other memories', () => {
    expect(userModelChanges(modelOf(radios), modelOf(radios, again))).toEqual({
      added: [],
      changed: [],
      removed: [],
    });
  });

  it('then new, changed and removed entries are told apart', () => {
    const changes = userModelChanges(modelOf(berlin), modelOf(berlin, munich, radios));
    expect(changes).toMatchObject({
      added: [{ content: 'Fixes radios.' }],
      changed: [{ before: { content: 'Lives in Berlin.' }, after: { content: 'Lives in Munich.' } }],
      removed: [],
    });
    expect(userModelChanges(modelOf(radios), modelOf()).removed).toMatchObject([
      { content: 'Fixes radios.' },
    ]);
  });
});
