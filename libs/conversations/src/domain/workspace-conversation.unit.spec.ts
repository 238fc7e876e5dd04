import {
  conditions,
  complete,
  fold,
  history,
  identity,
  say,
  start,
  startedAtMs,
  when,
  type TimedCommand,
} from '../../test/histories.js';
import { noRecord } from './conversation-command.js';
import type { Conversation } from './conversation.js';
import { nothingBriefed, type WorkspaceState, type WorkspaceTerms } from './workspace-conversation.js';
import { statusOf } from './workspace-status.js';

const terms: WorkspaceTerms = {
  channel: 'web',
  direction: 'inbound',
  isSession: false,
  isSilent: false,
  useCaseId: null,
};

function open(changes: Partial<WorkspaceTerms> = {}): TimedCommand {
  const { startedAtMs: _at, ...rest } = identity;
  const workspace = { ...terms, isSilent: true, ...changes };
  const briefing = { ...nothingBriefed, instruction: 'Be brief.', recipient: '+4930123' };
  return { type: 'OpenConversation', identity: { ...rest, workspace }, briefing, atMs: startedAtMs };
}

const isVoid: TimedCommand = { type: 'VoidInteraction', reason: 'failed', ...noRecord, atMs: 9 };
const finish: TimedCommand = { type: 'FinishConversation', atMs: startedAtMs + 9_000 };
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

function workspaceOf(state: Conversation): WorkspaceState {
  if (state.stage === 'absent' || state.workspace === null) throw new Error('This is none of a workspace.');
  return state.workspace;
}

function statusIn(events: Parameters<typeof fold>[0]): string {
  const state = fold(events);
  if (state.stage === 'absent') throw new Error('There is no conversation.');
  return statusOf(workspaceOf(state), state);
}

function sends(text: string, interactionId: string, clientMessageId: string): TimedCommand {
  const input = { kind: 'user-message', messageId: `${interactionId}-m`, text, externalEvents: [] } as const;
  const user = { displayName: '', preferredLanguage: null, timezone: null, additionalContext: [] };
  const interaction = { interactionId, input, user, clientMessageId };
  return { type: 'StartInteraction', interaction, conditions, atMs: startedAtMs + 1_000 };
}

describe('a conversation of a workspace', () => {
  it('begins without a turn, and says what it was ordered for', () => {
    const begun = history(open());
    expect(types(begun)).toEqual(['ConversationStarted', 'ConversationBriefed']);
    expect(fold(begun)).toMatchObject({ stage: 'open', running: null, completedInteractions: 0 });
  });

  it('stays when its first turn is void, if it had begun without one', () => {
    expect(types(when(history(open(), say('Hello')), isVoid))).toEqual(['InteractionVoided']);
  });

  it('goes with its first turn, if it began with it', () => {
    const begun = history(start({ workspace: terms }));
    expect(types(when(begun, isVoid)).at(-1)).toBe('ConversationDiscarded');
  });

  it('is closed without a message, and keeps its id', () => {
    const [closed] = when(history(open()), finish);
    expect(closed?.type).toBe('ConversationFinished');
  });

  it('counts the messages of its user, and no greeting', () => {
    const greeted = history(start({ workspace: terms }), complete('i1'));
    expect(workspaceOf(fold(greeted)).userTurns).toBe(0);
    const answered = [...greeted, ...when(greeted, say('Hello'))];
    const state = workspaceOf(fold([...answered, ...when(answered, complete('i2'))]));
    expect(state).toMatchObject({ userTurns: 1, updatedAtMs: startedAtMs + 2_000 });
  });

  it('is completed by its agent, or closed by a client', () => {
    const talked = history(open(), say('Hello', 'i1'));
    const [completed, closed] = [
      [...talked, ...when(talked, complete('i1', { conversationCompleted: true }))],
      history(open(), say('Hello', 'i1'), complete('i1'), finish),
    ];
    expect(statusIn(history(open()))).toBe('active');
    expect(statusIn(completed)).toBe('completed');
    expect(statusIn(closed)).toBe('closed');
  });

  it('goes on by another channel, and keeps what it is not told anew', () => {
    const switched = history(open(), {
      ...{ type: 'SwitchChannel', channel: 'sms', useCaseId: 'c2', reason: 'They asked.' },
      ...{ briefing: { instruction: null, recipient: '+49301' }, atMs: startedAtMs + 5 },
    });
    expect(workspaceOf(fold(switched))).toMatchObject({
      channel: 'sms',
      useCaseId: 'c2',
      briefing: { instruction: 'Be brief.', recipient: '+49301', greeting: null },
    });
  });
});

describe('a message with an id of its sender', () => {
  it('is known again', () => {
    const sent = history(open(), sends('Hello', 'i1', 'm-1'), complete('i1'));
    expect(workspaceOf(fold(sent)).clientMessages).toEqual([{ clientMessageId: 'm-1', interactionId: 'i1' }]);
  });

  it('may come again when its turn was void', () => {
    const sent = history(open(), sends('Hello', 'i1', 'm-1'), isVoid);
    expect(workspaceOf(fold(sent)).clientMessages).toEqual([]);
  });

  it('is forgotten behind the newest 32', () => {
    const commands = Array.from({ length: 40 }, (_, index) => [
      sends('Hello', `i${index}`, `m-${index}`),
      complete(`i${index}`),
    ]).flat();
    const { clientMessages } = workspaceOf(fold(history(open(), ...commands)));
    expect([clientMessages.length, clientMessages.at(-1)?.clientMessageId]).toEqual([32, 'm-39']);
  });
});
