import { DomainError } from '@svc/errors';
import {
  completed,
  conversation,
  message,
  nothing,
  said,
  Scene,
  settled,
} from '../../../test/socket-scene.js';
import { beatMs, idleMs, maxRefused, maxUnsentBytes } from './conversation-socket.js';
import { sessionDialect } from './session-dialect.js';
import { textStreamDialect } from './text-stream-dialect.js';

describe('a socket between turns', () => {
  it('says every 15 s that it is there, and asks whether it may be', async () => {
    const scene = await Scene.opened();
    await scene.timers.pass(3 * beatMs);
    expect(scene.types).toEqual(['ping', 'ping', 'ping']);
    expect(scene.admitted).toBe(3);
  });

  it('asks so often too where the answers take their time', async () => {
    const scene = await Scene.opened();
    scene.admissionMs = 20;
    await scene.timers.pass(3 * beatMs + 100);
    expect(scene.admitted).toBe(3);
  });

  it.each([
    ['unauthenticated', textStreamDialect, 4001],
    ['expired_api_key', sessionDialect, 4403],
    ['workspace_mismatch', textStreamDialect, 4003],
    ['permission_denied', sessionDialect, 4403],
    ['service_unavailable', textStreamDialect, 1013],
  ] as const)('is closed where its credential is %s', async (code, dialect, expected) => {
    const scene = await Scene.opened({ dialect });
    scene.rejection = new DomainError(code, 'No.');
    await scene.timers.pass(beatMs);
    expect(scene.closing?.code).toBe(expected);
    expect(scene.types).toEqual([]);
    expect(scene.timers.pending).toBe(0);
  });

  it('is closed on the message of a credential that was refused, also where something happens all the time', async () => {
    const scene = await Scene.opened();
    scene.timers.nowMs += beatMs;
    scene.rejection = new DomainError('unauthenticated', 'No.');
    scene.say(message);
    await settled();
    expect(scene.closing?.code).toBe(4001);
    expect(scene.asked).toEqual([]);
  });

  it('ends when nobody has said anything for long', async () => {
    const scene = await Scene.opened();
    await scene.timers.pass(idleMs + beatMs);
    expect(scene.sent.at(-1)).toEqual({ type: 'session_ended', reason: 'other' });
    expect(scene.closing).toEqual({ code: 1000, reason: 'idle' });
  });

  it('is cut off when its client does not answer pings', async () => {
    const scene = await Scene.opened();
    scene.alive = false;
    await scene.timers.pass(beatMs);
    expect(scene.closing?.code).toBe(1013);
  });

  it('is cut off when its client reads nothing', async () => {
    const scene = await Scene.opened();
    scene.unsent = maxUnsentBytes + 1;
    scene.say(message);
    await settled();
    expect(scene.closing).toEqual({ code: 1013, reason: 'frames are not read' });
    expect(scene.asked[0]?.signal.aborted).toBe(true);
    expect(scene.served).toBe(0);
  });

  it('tells what the agent says by itself, which may come behind its event, and no more than that', async () => {
    const scene = await Scene.opened();
    scene.collected = [nothing, { ...nothing, output: [said('Booked.')] }];
    scene.socket.wake();
    await scene.timers.pass(10_000);
    expect(scene.sent).toEqual([{ type: 'message', role: 'agent', text: 'Booked.' }]);
    expect(scene.collects).toBe(2);
  });

  it('looks again for what came while it was looking', async () => {
    const scene = await Scene.opened();
    scene.collected = [
      { ...nothing, output: [said('One')] },
      { ...nothing, output: [said('Two')] },
    ];
    scene.socket.wake();
    scene.socket.wake();
    await scene.timers.pass(10_000);
    expect(scene.sent.map(({ text }) => text)).toEqual(['One', 'Two']);
  });

  it('looks every 5 s while something runs in the background', async () => {
    const scene = await Scene.opened();
    scene.outcome = { ...nothing, backgroundPending: true };
    scene.collected = [scene.outcome, { ...nothing, output: [said('Late')] }];
    scene.say(message);
    await settled();
    await scene.timers.pass(60_000);
    expect(scene.collects).toBe(2);
    expect(scene.sent.filter(({ text }) => text === 'Late')).toHaveLength(1);
  });

  it('looks again where it could not look', async () => {
    const scene = await Scene.opened();
    scene.lost = new DomainError('service_unavailable', 'Not now.');
    scene.socket.wake();
    await scene.timers.pass(10_000);
    scene.lost = undefined;
    scene.collected = [{ ...nothing, output: [said('Late')] }];
    await scene.timers.pass(5_000);
    expect(scene.sent.map(({ text }) => text)).toEqual(['Late']);
  });

  it.each([
    [4404, textStreamDialect, ['session_ended']],
    [4100, sessionDialect, []],
  ] as const)('ends with %i once its conversation is erased', async (code, dialect, told) => {
    const woken = await Scene.opened({ dialect });
    woken.lost = new DomainError('not_found', 'There is no such conversation.');
    woken.socket.wake();
    const used = await Scene.opened({ dialect });
    used.failure = woken.lost;
    used.say(dialect.kind === 'text-stream' ? message : { type: 'user_text', text: 'Hi' });
    await settled();
    for (const { closing, types } of [woken, used]) {
      expect(closing?.code).toBe(code);
      expect(types.filter((type) => type !== 'typing')).toEqual(told);
    }
  });

  it('ends when its conversation has ended elsewhere', async () => {
    const scene = await Scene.opened();
    scene.collected = [{ ...nothing, conversation: completed }];
    scene.socket.wake();
    await settled();
    expect(scene.sent).toEqual([{ type: 'session_ended', reason: 'completed' }]);
    expect(scene.closing?.code).toBe(1000);
  });

  it('is closed by a restart at once', async () => {
    const scene = await Scene.opened();
    scene.socket.drain();
    expect(scene.closing?.code).toBe(1001);
  });
});

describe('a turn over a socket', () => {
  it('is answered before a restart closes it', async () => {
    const scene = await Scene.opened();
    const release = scene.hold();
    scene.say(message);
    await settled();
    scene.socket.drain();
    expect(scene.closing).toBeUndefined();
    release();
    await settled();
    expect(scene.types).toEqual(['typing', 'response_complete']);
    expect(scene.closing?.code).toBe(1001);
  });

  it('has what the agent says by itself meanwhile: nobody looks for it', async () => {
    const scene = await Scene.opened();
    const release = scene.hold();
    scene.say(message);
    await settled();
    scene.socket.wake();
    await scene.timers.pass(5_000);
    expect(scene.collects).toBe(0);
    release();
    await settled();
    expect(scene.collects).toBe(1);
  });

  it('counts as a request that is served, until it is over', async () => {
    const scene = await Scene.opened();
    const release = scene.hold();
    scene.say(message);
    await settled();
    expect(scene.served).toBe(1);
    release();
    await settled();
    expect(scene.served).toBe(0);
  });

  it('that is one too many in its minute is refused: a text stream goes on, a session is closed', async () => {
    const text = await Scene.opened();
    const session = await Scene.opened({ dialect: sessionDialect });
    text.limited = session.limited = new DomainError('rate_limited', 'Too many.');
    text.say(message);
    session.say({ type: 'user_text', text: 'Hi' });
    await settled();
    expect(text.types).toEqual(['error', 'response_complete']);
    expect(text.closing).toBeUndefined();
    expect(session.closing?.code).toBe(4029);
    expect([...text.asked, ...session.asked]).toEqual([]);
  });

  it('that fails as nobody expects says nothing of the inside', async () => {
    const scene = await Scene.opened();
    scene.failure = new Error('secret');
    scene.say(message);
    await settled();
    expect(scene.types).toEqual(['typing', 'error', 'response_complete']);
    expect(JSON.stringify(scene.sent)).not.toContain('secret');
  });

  it('of a conversation that has ended ends the socket', async () => {
    const scene = await Scene.opened();
    scene.failure = new DomainError('conversation_finished', 'It has ended.');
    scene.say(message);
    await settled();
    expect(scene.types).toEqual(['typing', 'session_ended']);
  });
});

describe('frames that can not be taken', () => {
  it('are refused, and ten in a row are enough', async () => {
    const scene = await Scene.opened();
    for (let at = 0; at < maxRefused; at += 1) scene.say('{');
    expect(scene.types.filter((type) => type === 'error')).toHaveLength(maxRefused);
    expect(scene.closing).toBeUndefined();
    scene.say('{');
    expect(scene.closing?.code).toBe(1008);
  });

  it('do not count for ever: one that is taken begins anew', async () => {
    const scene = await Scene.opened();
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < maxRefused; at += 1) scene.say('{');
      scene.say(message);
      await settled();
    }
    expect(scene.closing).toBeUndefined();
    expect(scene.asked).toHaveLength(3);
  });

  it('are binary ones too', async () => {
    const scene = await Scene.opened();
    scene.socket.hear(Buffer.from(JSON.stringify(message)), true);
    expect(scene.types).toEqual(['error', 'response_complete']);
  });
});

describe('opening', () => {
  it('comes before what a client says that does not wait for it', async () => {
    const resumed = new Scene({ isResumed: true });
    const opened = resumed.socket.open();
    resumed.say(message);
    await opened;
    await settled();
    expect(resumed.types).toEqual(['session_started', 'typing', 'response_complete']);

    const begun = new Scene();
    begun.found = { ...begun.found, isSilent: true };
    begun.say(message);
    const release = begun.hold();
    const greeted = begun.socket.open();
    await settled();
    expect(begun.types).toEqual(['session_started', 'error', 'typing']);
    release();
    await greeted;
  });

  it('is given up with a client that says too much meanwhile', () => {
    const scene = new Scene();
    for (let times = 0; times <= maxRefused; times += 1) scene.say(message);
    expect(scene.closing?.code).toBe(1008);
  });

  it('in a conversation of its own greets, and leaves none behind that can not be greeted', async () => {
    const scene = new Scene();
    scene.found = { conversation, isSilent: true, isNew: true };
    scene.failure = new DomainError('service_unavailable', 'The model is away.');
    await scene.socket.open();
    expect(scene.closing?.code).toBe(4200);
    expect(scene.discarded).toBe(1);
  });

  it('of a session that another client has open already waits in silence', async () => {
    const scene = new Scene({ dialect: sessionDialect });
    scene.found = { conversation, isSilent: true, isNew: false };
    scene.failure = new DomainError('conversation_busy', 'Wait.');
    await scene.socket.open();
    expect(scene.types).toEqual(['session.created']);
    expect([scene.closing, scene.discarded]).toEqual([undefined, 0]);
  });

  it('of a conversation that has ended says so, after the words that its client has not heard', async () => {
    const scene = new Scene({ isResumed: true });
    scene.found = { conversation: completed, isSilent: false, isNew: false };
    scene.collected = [{ ...nothing, conversation: completed, output: [said('Goodbye.')] }];
    await scene.socket.open();
    expect(scene.sent.slice(1)).toEqual([
      { type: 'message', role: 'agent', text: 'Goodbye.' },
      { type: 'session_ended', reason: 'completed' },
    ]);
    expect(scene.closing?.code).toBe(1000);
  });

  it('of a conversation that has ended says so too where its last words can not be had', async () => {
    const scene = new Scene({ isResumed: true });
    scene.found = { conversation: completed, isSilent: false, isNew: false };
    scene.lost = new DomainError('service_unavailable', 'Not now.');
    await scene.socket.open();
    expect(scene.types).toEqual(['session_started', 'session_ended']);
  });

  it('that its client does not wait for opens nothing', async () => {
    const scene = new Scene();
    const opening = scene.socket.open();
    scene.socket.left();
    await opening;
    expect(scene.sent).toEqual([]);
    expect(scene.timers.pending).toBe(0);
  });
});
