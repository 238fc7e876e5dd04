import { jsonOf, outcomeOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { conversationId } from './turns.js';

const asked: object[] = [];
const path = (of: string) => `/v1/demo/conversation/${conversationId}/replay/${of}`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    replays: {
      verifyConversation: async (request) => {
        asked.push(request);
        return {
          turns: [
            { interactionId: 'i1', outcome: 'identical', summaryOutcome: 'identical' },
            { interactionId: 'i2', outcome: 'diverged', recordedEvent: 'TurnRecorded' },
          ],
          hasMore: true,
        };
      },
      compareConversation: async (request) => {
        asked.push(request);
        return {
          turns: [
            {
              interactionId: 'i1',
              outcome: 'stopped',
              differences: [{ kind: 'prompts', recorded: 'a', replayed: 'b' }],
              firstUnrecordedCall: { kind: 'navigate', callId: 'i1/m.navigate.s.1' },
            },
          ],
          hasMore: false,
        };
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked.length = 0;
});

it('verifying shows each turn, and where to go on', async () => {
  const response = await gateway.call('GET', path('verify?limit=2&continuation_token=4'));
  expect(await jsonOf(response)).toEqual({
    turns: [
      {
        interaction_id: 'i1',
        outcome: 'identical',
        recorded_event: null,
        replayed_event: null,
        summary_outcome: 'identical',
      },
      {
        interaction_id: 'i2',
        outcome: 'diverged',
        recorded_event: 'TurnRecorded',
        replayed_event: null,
        summary_outcome: null,
      },
    ],
    has_more: true,
    continuation_token: 6,
  });
  expect(asked).toMatchObject([{ conversationId, limit: 2, offset: 4, caller: { orgId: 'demo' } }]);
});

it('comparing names the versions, and shows what differs and where it stopped', async () => {
  const query = 'service_hierarchical_state_machine_version=8&agent_version=3';
  const response = await gateway.call('GET', path(`compare?${query}`));
  expect(await jsonOf(response)).toEqual({
    turns: [
      {
        interaction_id: 'i1',
        outcome: 'stopped',
        differences: [{ kind: 'prompts', recorded: 'a', replayed: 'b' }],
        first_unrecorded_call: { kind: 'navigate', call_id: 'i1/m.navigate.s.1' },
        failure: null,
      },
    ],
    has_more: false,
    continuation_token: null,
  });
  expect(asked).toMatchObject([{ versions: { contextGraphVersionNumber: 8, agentVersionNumber: 3 } }]);
});

it.each(['verify?limit=101', 'compare?agent_version=0', 'compare?agent_id=zzz'])(
  '%s is refused',
  async (of) => {
    expect(await outcomeOf(await gateway.call('GET', path(of)))).toEqual([422, 'validation_failed']);
  },
);
