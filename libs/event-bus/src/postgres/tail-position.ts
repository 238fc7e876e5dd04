import type { LogPosition } from '@svc/event-store';

/** `identity=1/812/4071 conversations=1/799/12`: epoch, transaction id and position in each log. */
export function tailPosition(places: readonly (readonly [source: string, position: LogPosition])[]): string {
  return places
    .map(([source, { epoch, transactionId, position }]) => `${source}=${epoch}/${transactionId}/${position}`)
    .join(' ');
}

const place = /^([a-z][a-z0-9_]*)=(\d{1,9})\/(\d{1,20})\/(\d{1,19})$/;

/** @throws TypeError when it is not a position of these sources */
export function parseTailPosition(
  text: string,
  sources: readonly string[],
): ReadonlyMap<string, LogPosition> {
  const places = new Map<string, LogPosition>();
  for (const part of text.split(' ')) {
    const [, source, epoch, transactionId, position] = place.exec(part) ?? [];
    if (source === undefined) throw new TypeError('This is no position of a tail of this bus.');
    places.set(source, {
      epoch: Number(epoch),
      transactionId: BigInt(transactionId as string),
      position: BigInt(position as string),
    });
  }
  if (places.size !== sources.length || sources.some((source) => !places.has(source)))
    throw new TypeError('This is the position of a tail of other sources.');
  return places;
}
