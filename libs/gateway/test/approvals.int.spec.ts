import type { DecideApprovalRequest } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { jsonOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const id = '0192f1f0-0000-4000-8000-0000000000c1';
let gateway: TestGateway;
let decided: DecideApprovalRequest | undefined;
let waits: boolean;

beforeAll(async () => {
  gateway = await startTestGateway({
    waits: {
      decideApproval: (request) => {
        decided = request;
        return waits
          ? Promise.resolve({})
          : Promise.reject(new DomainError('not_found', 'The conversation waits for no such decision.'));
      },
    },
  });
});
beforeEach(() => {
  decided = undefined;
  waits = true;
});
afterAll(() => gateway?.stop());

const decide = (action: string, body?: unknown, conversation = id) =>
  gateway.call(
    'POST',
    `/v1/${workspaceId}/integrations/approvals/${conversation}/${action}`,
    body,
    bearsWorkspaceKey,
  );

describe('an approval of an integration', () => {
  it('is granted', async () => {
    const answer = await decide('approve');
    expect(answer.status).toBe(200);
    expect(await jsonOf(answer)).toEqual({ status: 'granted', conversation_id: id });
    expect(decided).toMatchObject({ conversationId: id, decision: 'approved' });
  });

  it.each([
    [{ reason: 'Not now.' }, 'Not now.'],
    [{ reason: null }, undefined],
    [{}, undefined],
  ])('is rejected with %j', async (body, reason) => {
    const answer = await decide('reject', body);
    expect(answer.status).toBe(200);
    expect(await jsonOf(answer)).toEqual({ status: 'rejected', conversation_id: id });
    expect(decided).toMatchObject({ conversationId: id, decision: 'rejected' });
    expect(decided?.reason).toBe(reason);
  });

  it('of a conversation that waits for none, or no longer, is 404', async () => {
    waits = false;
    expect((await decide('approve')).status).toBe(404);
    expect((await decide('reject', {})).status).toBe(404);
  });

  it('with a reason that is too long is 422', async () => {
    expect((await decide('reject', { reason: 'x'.repeat(2_001) })).status).toBe(422);
    expect(decided).toBeUndefined();
  });
});
