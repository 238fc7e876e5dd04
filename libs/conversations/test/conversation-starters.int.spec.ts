import { omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { serviceId } from './peers.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(() => host.model.reset());
afterAll(() => library.close());

const suggest = async (changes: object = {}) => {
  const request = {
    ...{ caller: ada, serviceId, serviceVersionSetName: 'release', facets: ['hours', 'prices'] },
    ...{ minCount: 1, maxCount: 3, generationInstructions: 'Be polite.', ...changes },
  };
  return (await host.client.suggestConversationStarters(request)).starters;
};

describe('conversation starters', () => {
  it('are what the model suggests, with their facets, and no more than asked for', async () => {
    host.model.messages = [['1: When do you ', 'open?\n2: What is it?\n1,2: Both\n1: Four']];
    expect(await suggest()).toEqual([
      { prompt: 'When do you open?', facets: ['hours'] },
      { prompt: 'What is it?', facets: ['prices'] },
      { prompt: 'Both', facets: ['hours', 'prices'] },
    ]);
    expect(host.model.engaged.at(-1)?.task).toMatchObject({ context: 'Be polite.', count: 3 });
    const { rows } = await library.database.pool.query('SELECT FROM conversations.event');
    expect(rows).toEqual([]);
  });

  it('given fewer than asked for, then the model has failed', async () => {
    host.model.messages = [['1: One']];
    await expect(suggest({ minCount: 2 })).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it.each([
    [{ serviceId: 'f'.repeat(24) }, 'not_found'],
    [{ serviceVersionSetName: 'none' }, 'not_found'],
    [{ caller: omnipotent('ada', { permissions: ['Conversation:GetMessage'] }) }, 'permission_denied'],
    [{ facets: [] }, 'validation_failed'],
    [{ facets: [' '] }, 'validation_failed'],
    [{ facets: Array<string>(21).fill('x') }, 'validation_failed'],
    [{ minCount: 0 }, 'validation_failed'],
    [{ minCount: 3, maxCount: 2 }, 'validation_failed'],
    [{ maxCount: 11 }, 'validation_failed'],
    [{ generationInstructions: '' }, 'validation_failed'],
  ])('given %j, then it is %s', async (changes, code) => {
    await expect(suggest(changes)).rejects.toMatchObject({ code });
  });
});
