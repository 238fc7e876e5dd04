import { seededRandom } from '@svc/testing';
import type { StreamEvent } from '../support/stream-events.js';
import { KillPoints, reaches, type KillPoint } from './kill-point.js';

const pointsOf = (seed: number) => {
  const points = new KillPoints(seededRandom(seed));
  return Array.from({ length: 200 }, () => points.draw(50, 8));
};
const line = (type: StreamEvent['type']) => ({ type }) as StreamEvent;

it('given the same seed, then the same points are drawn again, and others for another seed', () => {
  expect(pointsOf(7)).toEqual(pointsOf(7));
  expect(pointsOf(7)).not.toEqual(pointsOf(8));
});

it('most points lie inside turns, and all kinds come', () => {
  const kinds = Object.groupBy(pointsOf(7), ({ kind }) => kind);
  expect(kinds['between turns']?.length).toBeGreaterThan(0);
  expect(kinds['between turns']?.length).toBeLessThan(100);
  expect(kinds['at an acknowledgement']?.length).toBeGreaterThan(0);
  expect(kinds['in turns']?.length).toBeGreaterThan(0);
});

it.each([1, 2, 3, 4, 5])('given a run of three faults, then each kind comes once (seed %d)', (seed) => {
  const points = new KillPoints(seededRandom(seed));
  const kinds = [points.draw(50, 8), points.draw(50, 8)].map(({ kind }) => kind);
  expect(points.haveAllKindsCome).toBe(false);
  kinds.push(points.draw(50, 8).kind);
  expect(points.haveAllKindsCome).toBe(true);
  expect(new Set(kinds).size).toBe(3);
});

it('given a point after so many lines, then that line reaches it', () => {
  const isReached = reaches({ kind: 'between turns', afterLines: 2 });
  expect([isReached(line('new-message')), isReached(line('new-message'))]).toEqual([false, true]);
});

it('given a point at an acknowledgement, then no other line reaches it', () => {
  const point: KillPoint = { kind: 'at an acknowledgement', afterAcknowledgements: 2 };
  const isReached = reaches(point);
  const types = ['new-message', 'interaction-complete', 'new-message', 'interaction-complete'] as const;
  expect(types.map((type) => isReached(line(type)))).toEqual([false, false, false, true]);
});
