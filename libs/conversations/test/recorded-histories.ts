import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '@svc/kernel';
import type { RecordedHistory } from '../src/replay/recorded-history.js';

export interface StoredEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly payload: JsonObject;
}

/** Conversations as releases recorded them. Files may be added, but the content of a recorded one never changes. */
export const recordedHistories = readFolder<RecordedHistory>('recorded-histories');

/** Events as releases stored them, of types that no recorded conversation has. */
export const storedEvents = readFolder<readonly StoredEvent[]>('stored-events');

function readFolder<Content>(name: string): readonly (readonly [name: string, content: Content])[] {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(folder).map((file) => [
    file,
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Content,
  ]);
}
