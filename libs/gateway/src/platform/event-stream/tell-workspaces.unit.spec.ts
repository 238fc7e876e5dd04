import { conversationsEvents } from '@svc/contracts/public-events';
import type { PublicEvent } from '@svc/event-bus';
import { workspaceOf } from '@svc/kernel';
import { samplesOf, type PublicEventSample } from '@svc/testing';
import { toldEventOf } from './tell-workspaces.js';

/** As the bus delivers it, in its own tenant or in a workspace. */
function delivered(eventType: string, sample: PublicEventSample, tenant: string): PublicEvent {
  const hash = Buffer.alloc(32);
  return {
    ...{ source: 'conversations', eventType, tenantId: tenant as PublicEvent['tenantId'], subject: null },
    ...{ streamId: `${tenant}/conversation/c1`, streamVersion: 1, previousVersion: 0, previousHash: hash },
    ...{ hash, eventId: 'e1', schemaVersion: sample.schemaVersion, occurredAtMs: 5, metadata: '{}' },
    payload: JSON.stringify(sample.payload),
  };
}

const workspace = 'ws:8c1b6c0e-5f0c-4c9e-9a55-0d1f3f0c2b11';
const samples = [
  ...[samplesOf(conversationsEvents.ConversationStarted)]
    .flat()
    .map((sample) => ['ConversationStarted', sample] as const),
  ...[samplesOf(conversationsEvents.ConversationFinished)]
    .flat()
    .map((sample) => ['ConversationFinished', sample] as const),
  ...[samplesOf(conversationsEvents.AgentMessageCompleted)]
    .flat()
    .map((sample) => ['AgentMessageCompleted', sample] as const),
  ...[samplesOf(conversationsEvents.ToolOutcomeRecorded)]
    .flat()
    .map((sample) => ['ToolOutcomeRecorded', sample] as const),
  ...[samplesOf(conversationsEvents.WaitEnded)].flat().map((sample) => ['WaitEnded', sample] as const),
];

describe.each(samples)('given a recorded %s', (type, sample) => {
  it('of an organization, then no workspace is told of it', () => {
    expect(toldEventOf(delivered(type, sample, 'org:demo'))).toBeUndefined();
  });

  it('of a workspace, then it is read, and told to that workspace alone', () => {
    const told = toldEventOf(delivered(type, sample, workspace));
    const tellsAlways = type === 'ConversationFinished';
    if (tellsAlways) expect(told?.event).toMatchObject({ type: 'text.completed', conversationId: 'c1' });
    expect([undefined, workspaceOf(workspace)]).toContain(told?.workspaceId);
  });
});

const surfaces = [
  ['surface.created', 'SurfaceCreated', samplesOf(conversationsEvents.SurfaceCreated)],
  ['surface.delivered', 'SurfaceDelivered', samplesOf(conversationsEvents.SurfaceDelivered)],
  ['surface.review_approved', 'SurfaceReviewed', samplesOf(conversationsEvents.SurfaceReviewed)],
  ['surface.opened', 'SurfaceOpened', samplesOf(conversationsEvents.SurfaceOpened)],
  ['surface.field_saved', 'SurfaceFieldSaved', samplesOf(conversationsEvents.SurfaceFieldSaved)],
  ['surface.submitted', 'SurfaceSubmitted', samplesOf(conversationsEvents.SurfaceSubmitted)],
  ['surface.archived', 'SurfaceArchived', samplesOf(conversationsEvents.SurfaceArchived)],
] as const;
describe.each(surfaces)('given a recorded event that is told as %s', (name, type, [sample]) => {
  it('then its workspace is told, without what was asked or filled in', () => {
    const told = toldEventOf(delivered(type, sample, workspace));
    expect(told).toMatchObject({ workspaceId: workspaceOf(workspace), event: { frame: { event: name } } });
    expect(JSON.stringify(told)).not.toMatch(/Tuesday|Your visit|Room 4/);
  });

  it('of an organization, then nobody is told', () => {
    expect(toldEventOf(delivered(type, sample, 'org:demo'))).toBeUndefined();
  });
});
