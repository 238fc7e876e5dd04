import { canonicalJson } from '@svc/kernel';
import type { PromptMessage } from '../model/prompt-message.js';
import type { RecordedRequest } from '../protocol/recorded-call.js';

const requests = new WeakMap<RecordedRequest, string>();
const messages = new WeakMap<PromptMessage, string>();

/**
 * Canonical JSON of a request. It is hashed and stored. The requests of a turn share most messages, so each message is
 * serialized once.
 */
export function requestJson(request: RecordedRequest): string {
  return once(requests, request, ({ messages: all, schema, settings }) => {
    const written = all.map((message) => once(messages, message, canonicalJson));
    return `{"messages":[${written.join(',')}],"schema":${canonicalJson(schema)},"settings":${canonicalJson(settings)}}`;
  });
}

/** Caches the result of `make` for an object that never changes. */
function once<Key extends object>(known: WeakMap<Key, string>, key: Key, make: (key: Key) => string): string {
  let text = known.get(key);
  if (text === undefined) known.set(key, (text = make(key)));
  return text;
}
