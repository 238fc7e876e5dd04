import type { UsedBy } from './definition-kind.js';

/** Of an organization: an active service keeps its agent and its graph. */
export function usedByActiveService(part: 'agent' | 'context_graph'): UsedBy {
  const words = part.replace('_', ' ');
  return {
    kind: 'service',
    condition: `d.summary ->> '${part}_id' = $id AND (d.summary ->> 'is_active')::boolean`,
    code: 'invalid_request',
    message: `An active service uses this ${words}. Deactivate the service first.`,
  };
}
