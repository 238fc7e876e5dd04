import { message, nothing, said, Scene, settled } from '../../../test/socket-scene.js';

describe('a message that comes again while its turn runs', () => {
  const repeated = { ...message, client_message_id: 'm1' };
  const underWay = { ...nothing, isDuplicate: true, backgroundPending: true };

  it('is answered once that turn is', async () => {
    const scene = await Scene.opened();
    scene.outcome = underWay;
    scene.say(repeated);
    await scene.timers.pass(2_000);
    expect(scene.types).toEqual(['typing']);
    scene.outcome = { ...underWay, output: [said('Booked.')], backgroundPending: false };
    await scene.timers.pass(1_000);
    expect(scene.sent.slice(1)).toEqual([
      { type: 'message', role: 'agent', text: 'Booked.' },
      { type: 'response_complete', duplicate: true },
    ]);
    expect(scene.timers.pending).toBe(1);
  });

  it('is left for another gateway where this one stops', async () => {
    const scene = await Scene.opened();
    scene.outcome = underWay;
    scene.say(repeated);
    await settled();
    scene.socket.drain();
    await scene.timers.pass(1_000);
    expect(scene.closing?.code).toBe(1001);
    expect(scene.types).toEqual(['typing']);
  });

  it('is asked no more once its client has left', async () => {
    const scene = await Scene.opened();
    scene.outcome = underWay;
    scene.say(repeated);
    await settled();
    scene.socket.left();
    await scene.timers.pass(5_000);
    expect(scene.asked).toHaveLength(1);
    expect(scene.served).toBe(0);
    expect(scene.timers.pending).toBe(0);
  });
});
