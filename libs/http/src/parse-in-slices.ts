import type { Socket } from 'node:net';
import type { ParsingTurn } from './parsing-turn.js';

/** In bytes. Holds a usual request, and at most 113 of the shortest; a body of 1 MiB takes 2 ms more by it. */
const sliceBytes = 2_048;

/**
 * Lets Node's HTTP parser see what comes on a connection in slices, and holds back the rest while `isHeld`, and when the
 * turn is over for a later one. Node reads up to 64 KiB at once and parses all of it, paused or not: 3,600 requests,
 * whose making alone takes 20 ms, and their ending, when the connection is cut, 50 ms.
 *
 * The parser is the listener of `data` that Node's server adds to each connection. To be called when one has come; what
 * was held back goes on when the connection is resumed.
 */
export function parseInSlices(socket: Socket, turn: ParsingTurn, isHeld: () => boolean): void {
  const [parse, ...others] = socket.listeners('data');
  // Not as it was when this was written: Node parses as it likes, which is sound, if costly.
  if (!parse || others.length > 0) return;
  let isWaitingForTurn = false;
  const goOn = (): void => {
    isWaitingForTurn = false;
    if (!isHeld() && !socket.destroyed) socket.resume();
  };
  socket.removeListener('data', parse as (bytes: Buffer) => void);
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += sliceBytes) {
      if (at > 0 && turn.isOver) {
        isWaitingForTurn = true;
        turn.wait(goOn);
      }
      // Node pauses a connection of its own accord while answers pile up on it.
      if (isWaitingForTurn || isHeld() || socket.isPaused()) {
        socket.pause();
        socket.unshift(bytes.subarray(at));
        return;
      }
      const slice = bytes.subarray(at, at + sliceBytes);
      turn.spend(() => void parse.call(socket, slice));
    }
  });
  // Node resumes a connection for the body of each request, also for one that has come whole.
  socket.on('resume', () => {
    if (isWaitingForTurn || isHeld()) socket.pause();
  });
}
