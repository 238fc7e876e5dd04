import {
  RecollectionType,
  type RecallServiceService,
  type Recollection as RecollectionProto,
} from '@svc/contracts/memory';
import type { Recollection } from '@svc/engine';
import type { RpcClient } from '@svc/rpc';
import type { Memories } from '../ports/ports.js';

export type RecallClient = Pick<RpcClient<typeof RecallServiceService>, 'getRecollections'>;

/** What the memory context knows now. */
export function memoryRecollections(memory: RecallClient): Memories {
  return {
    async recall({ withinMs, ...asked }) {
      const { recollections, isAll } = await memory.getRecollections(asked, { deadlineMs: withinMs });
      return { recollections: recollections.map(fromProto), isAll };
    },
  };
}

/** A type that only a later release knows counts as a memory. */
function fromProto({ type, ...recollection }: RecollectionProto): Recollection {
  const isKnown = type === RecollectionType.RECOLLECTION_TYPE_KNOWN;
  return { ...recollection, type: isKnown ? 'known' : 'remembered' };
}
