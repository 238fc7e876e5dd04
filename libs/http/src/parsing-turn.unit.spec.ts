import { ParsingTurn } from './parsing-turn.js';

/** Time that only parsing takes, and turns that begin when the test says so. */
function startTurn() {
  let nowMs = 0;
  const begins: (() => void)[] = [];
  const turn = new ParsingTurn({ now: () => nowMs, next: (begin) => void begins.push(begin) });
  return {
    turn,
    parseFor: (ms: number) => turn.spend(() => (nowMs += ms)),
    beginNext: () => begins.splice(0).forEach((begin) => begin()),
    asked: () => begins.length,
  };
}

describe('a turn of parsing', () => {
  it('is over after 10 ms on all connections together; the next one starts at 0', () => {
    const { turn, parseFor, beginNext } = startTurn();
    parseFor(9);
    expect(turn.isOver).toBe(false);
    parseFor(1);
    expect(turn.isOver).toBe(true);
    beginNext();
    expect(turn.isOver).toBe(false);
  });

  it('lets eight connections continue, in the order of their waits', () => {
    const { turn, beginNext, asked } = startTurn();
    const wentOn: number[] = [];
    for (let connection = 1; connection <= 10; connection += 1) turn.wait(() => wentOn.push(connection));
    expect(wentOn).toEqual([]);

    beginNext();
    expect(wentOn).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    beginNext();
    expect(wentOn).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(asked()).toBe(0);
  });

  it('puts a connection that waits again behind the others', () => {
    const { turn, beginNext } = startTurn();
    const wentOn: string[] = [];
    turn.wait(() => {
      wentOn.push('first');
      turn.wait(() => wentOn.push('first again'));
    });
    for (let other = 1; other <= 8; other += 1) turn.wait(() => wentOn.push('other'));
    beginNext();
    beginNext();
    expect(wentOn.at(-2)).toBe('other');
    expect(wentOn.at(-1)).toBe('first again');
  });
});
