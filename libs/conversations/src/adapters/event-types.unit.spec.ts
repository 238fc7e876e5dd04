import { canonicalJson } from '@svc/kernel';
import { allSamplesOf } from '@svc/testing';
import { conversationSamples, eventSamples } from '../../test/event-samples.js';
import { conversationEventTypes } from './event-types.js';

describe('how events are stored', () => {
  it('then the sample holds each type', () => {
    expect(new Set(eventSamples.map(({ type }) => type))).toEqual(
      new Set(conversationEventTypes.byName.keys()),
    );
  });

  it.each(eventSamples.map((event) => [event.type, event] as const))(
    'then %s comes back as it was',
    (type, event) => {
      const { message } = conversationEventTypes.byName.get(type)!;
      const stored: unknown = JSON.parse(JSON.stringify(message.toJSON(event.data)));
      expect(message.fromJSON(stored)).toEqual(event.data);
    },
  );

  it('then calls, decisions, fillers and knowledge of the user never leave the context, and all else does', () => {
    const isPrivate = [...conversationEventTypes.byName].filter(([, type]) => type.visibility === 'private');
    expect(isPrivate.map(([name]) => name)).toEqual([
      'SurfaceLinkMade',
      'SurfaceReported',
      'UserProfileRead',
      'RecollectionsRead',
      'TurnConditionsRecorded',
      'TurnRecorded',
      'ToolsRead',
      'ToolIntentRecorded',
      'ExternalEventQueued',
      'SurfaceRequested',
      'ConversationSummarized',
      'ConversationBriefed',
      'FillersSaid',
    ]);
  });

  it.each(
    conversationSamples.filter(
      ({ type }) => conversationEventTypes.byName.get(type)?.visibility === 'public',
    ),
  )('then $type, which leaves, says whose conversation it is', ({ type, data }) => {
    expect(conversationEventTypes.byName.get(type)?.message.toJSON(data)).toMatchObject({
      userId: expect.any(String),
      serviceId: expect.any(String),
    });
  });

  it('then values that a graph or a request can make too long for an event may be stored next to it', () => {
    const large = [...conversationEventTypes.byName].filter(([, type]) => type.largePersonal === true);
    expect(large.map(([name]) => name)).toEqual([
      'SurfaceCreated',
      'SurfaceFieldSaved',
      'RecollectionsRead',
      'InteractionStarted',
      'FieldsCollected',
      'InnerThoughtRecorded',
      'TurnRecorded',
      'ToolIntentRecorded',
      'ToolOutcomeRecorded',
      'WaitBegan',
      'ExternalEventQueued',
      'SurfaceRequested',
      'ConversationBriefed',
    ]);
  });

  it('then what is said, what is judged of it and what is known of a user is marked as personal', () => {
    const personal = [...conversationEventTypes.byName].flatMap(([name, { personalFields }]) =>
      (personalFields ?? []).map((path) => `${name}.${path}`),
    );
    expect(personal).toEqual(
      expect.arrayContaining([
        'SurfaceCreated.specJson',
        'SurfaceCreated.contextJson',
        'SurfaceDelivered.channelAddress',
        'SurfaceReviewed.reason',
        'SurfaceFieldSaved.valueJson',
        'UserProfileRead.displayName',
        'UserProfileRead.preferredLanguage',
        'UserProfileRead.additionalContext',
        'UserProfileRead.timezone',
        'RecollectionsRead.recollections.*.content',
        'RecollectionsRead.recollections.*.context',
        'InteractionStarted.messages.*.sender',
        'InteractionStarted.messages.*.text',
        'StateTransitioned.previousState',
        'StateTransitioned.nextState',
        'StateTransitioned.exitCondition',
        'StateTransitioned.queries',
        'FieldsCollected.state',
        'FieldsCollected.valuesJson',
        'InnerThoughtRecorded.message.sender',
        'GuardrailsBroken.breaches.*.guardrail',
        'FillersSaid.fillers.*.text',
        'InnerThoughtRecorded.message.text',
        'TurnRecorded.calls.*.callId',
        'TurnRecorded.words',
        'ConversationSummarized.text',
        'AgentMessageCompleted.message.sender',
        'AgentMessageCompleted.message.text',
        'AgentMessageCompleted.state',
        'AgentMessageCompleted.action',
        'AgentMessageCompleted.visitJson',
      ]),
    );
  });
});

describe.each(allSamplesOf('conversations'))(
  '%s as others have been given it',
  (type, { schemaVersion, payload }) => {
    const { message, schemaVersion: current = 0 } = conversationEventTypes.byName.get(type) ?? {};

    it('then it is published like this until its schema version changes', () => {
      expect(schemaVersion).toBeLessThanOrEqual(current);
      const again = canonicalJson(message?.toJSON(message.fromJSON(payload)));
      if (schemaVersion === current) expect(again).toBe(canonicalJson(payload));
    });
  },
);
