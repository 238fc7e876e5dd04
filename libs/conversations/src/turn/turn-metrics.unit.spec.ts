import { createMetrics } from '@svc/telemetry';
import { TurnMetrics } from './turn-metrics.js';

it('turns are measured from their begin to the first piece and to the end, by outcome', async () => {
  let nowMs = 0;
  const metrics = createMetrics();
  const turns = new TurnMetrics(metrics, { now: () => nowMs });
  const turn = turns.begin();
  nowMs = 250;
  turn.spoke();
  nowMs = 1_500;
  turn.ended('completed');
  turns.begin().ended('failed');

  const exposed = await metrics.expose();
  expect(exposed).toContain('conversation_first_piece_seconds_sum 0.25');
  expect(exposed).toContain('conversation_turn_seconds_sum{outcome="completed"} 1.5');
  expect(exposed).toContain('conversation_turn_seconds_count{outcome="failed"} 1');
});
