import { z } from 'zod';
import { clearable, requestFields } from './request-fields.js';

it('fields of a body reach the request under the names of its proto, and null is absent', () => {
  const fields = requestFields({ first_name: 'Ada', is_active: false, nick_name: null, agent_id_2: 'a' });
  expect(fields).toEqual({ firstName: 'Ada', isActive: false, nickName: undefined, agentId2: 'a' });
});

it.each([
  [{}, undefined],
  [{ label: null }, { value: undefined }],
  [{ label: 'Hook' }, { value: 'Hook' }],
])('given %j, then the text stays, is cleared or is set', (body, change) => {
  expect(z.object({ label: clearable(z.string()) }).parse(body).label).toEqual(change);
});
