import type { Socket } from 'node:net';
import type { ParsingTurn } from './parsing-turn.js';

/** In bytes. Holds a usual request, and at most 113 of the shortest. It adds 2 ms to a body of 1 MiB. */
const sliceBytes = 2_048;

/**
 * Feeds Node's HTTP parser in slices. Holds back the rest while `isHeld`, and until a later turn when this one is over.
 * Node reads up to 64 KiB at once and parses all of it, paused or not. That can be 3,600 requests: 20 ms to create
 * them, and 50 ms to end them when the connection is cut.
 *
 * The parser is the `data` listener that Node's server adds to each connection. Call this for each new connection;
 * resuming the connection feeds what was held back.
 *
 * @returns ends it, for a connection that has become another protocol's: what the parser has not had yet is unread again
 */
export function parseInSlices(socket: Socket, turn: ParsingTurn, isHeld: () => boolean): () => void {
  const [parse, ...others] = socket.listeners('data');
  // Node has changed since this was written. Let it parse as it likes: safe, if costly.
  if (!parse || others.length > 0) return () => undefined;
  let isOver = false;
  let isWaitingForTurn = false;
  const goOn = (): void => {
    isWaitingForTurn = false;
    if (!isHeld() && !socket.destroyed) socket.resume();
  };
  socket.removeListener('data', parse as (bytes: Buffer) => void);
  const onData = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += sliceBytes) {
      if (at > 0 && turn.isOver) {
        isWaitingForTurn = true;
        turn.wait(goOn);
      }
      // Node itself pauses a connection while responses pile up on it.
      if (isWaitingForTurn || isHeld() || socket.isPaused()) {
        socket.pause();
        socket.unshift(bytes.subarray(at));
        return;
      }
      const slice = bytes.subarray(at, at + sliceBytes);
      turn.spend(() => void parse.call(socket, slice));
      if (isOver) {
        // Node has handed on the rest of the slice itself.
        const rest = bytes.subarray(at + sliceBytes);
        if (rest.length > 0) socket.unshift(rest);
        return;
      }
    }
  };
  socket.on('data', onData);
  // Node resumes a connection for the body of each request, even if all of it has arrived.
  const onResume = (): void => {
    if (isWaitingForTurn || isHeld()) socket.pause();
  };
  socket.on('resume', onResume);
  return () => {
    isOver = true;
    socket.off('data', onData).off('resume', onResume);
  };
}
