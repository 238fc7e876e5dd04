import fc from 'fast-check';
import { arbitraryOf } from '../../test/arbitrary-of.js';
import { AgentVersionBody, fromAgentVersion, toAgentVersion, type AgentVersionResponse } from './index.js';

const time = fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString());
const responses = fc
  .tuple(
    arbitraryOf(AgentVersionBody, true).map((body) => AgentVersionBody.parse(body)),
    fc.record({
      id: fc.uuid(),
      workspace_id: fc.uuid(),
      agent_id: fc.uuid(),
      version: fc.integer({ min: 1 }),
      created_at: time,
      updated_at: time,
    }),
  )
  .map(([body, about]): AgentVersionResponse => ({ ...body, ...about }));

describe('the version of an agent that a conversation pins', () => {
  it('given a response, when it is made into one and back, then it is the same', () => {
    fc.assert(
      fc.property(responses, (response) => {
        const pinned = toAgentVersion(response);
        expect(pinned).not.toHaveProperty('workspace_id');
        expect(fromAgentVersion(pinned, response.workspace_id)).toEqual(response);
      }),
    );
  });

  it('that lacks a name or a time has no response; without initials and a voice it has', () => {
    fc.assert(
      fc.property(responses, fc.constantFrom('name', 'created_at', 'updated_at'), (response, missing) => {
        const pinned = toAgentVersion(response);
        expect(fromAgentVersion({ ...pinned, [missing]: null }, response.workspace_id)).toBeNull();
        const bare = { ...pinned, initials: undefined, voice_config: undefined };
        expect(fromAgentVersion(bare, response.workspace_id)).toEqual({
          ...response,
          initials: '',
          voice_config: null,
        });
      }),
    );
  });
});
