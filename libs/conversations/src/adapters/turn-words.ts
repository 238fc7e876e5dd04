import { requestJson } from '@svc/engine';
import type { TurnWords } from '../domain/turn-record.js';
import { packJson, unpackJson } from './packed-json.js';

/** The words of a turn as they are stored. The requests already are JSON, for their hashes. */
export function packWords({ exchanges, facts, decisions }: TurnWords): Buffer {
  const written = exchanges.map(
    ({ request, attempts, judgement }) =>
      `{"request":${requestJson(request)},"attempts":${JSON.stringify(attempts)},"judgement":${JSON.stringify(judgement)}}`,
  );
  return packJson(
    `{"exchanges":[${written.join(',')}],"facts":${JSON.stringify(facts)},"decisions":${JSON.stringify(decisions)}}`,
  );
}

/** Null if they are erased. */
export function unpackWords(packed: Uint8Array): TurnWords | null {
  return packed.length === 0 ? null : (JSON.parse(unpackJson(packed)) as TurnWords);
}
