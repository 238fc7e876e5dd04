import {
  ReextractionOutcome,
  type ExtractedConversation,
  type ReextractMemoriesResponse,
} from '@svc/contracts/memory';
import { DomainError } from '@svc/errors';
import type { ServiceClients } from '@svc/installation';

export interface ReextractionOptions {
  /** Otherwise it only reports the changes. */
  readonly apply: boolean;
  /** Whether the report shows texts of people, or only counts. */
  readonly words: boolean;
  /** Conversations read concurrently. */
  readonly parallel: number;
}

export interface ReextractionOutput {
  /** A line of the report. */
  readonly report: (line: object) => void;
  readonly progress: (line: string) => void;
}

type MemoryAdmin = Pick<ServiceClients['memoryAdmin'], 'listOutdatedExtractions' | 'reextractMemories'>;

const pageSize = 100;
/** A model reads a long conversation in several parts. */
const deadlineMs = 600_000;

/**
 * Runs the present extractor over conversations that others have read, one page at a time. Finished ones leave the
 * list, so an interrupted run is resumed. Failed ones stay for the next run.
 * @returns how many have failed
 */
export async function reextractMemories(
  memoryAdmin: MemoryAdmin,
  options: ReextractionOptions,
  { report, progress }: ReextractionOutput,
): Promise<number> {
  const counts = { read: 0, changed: 0, failed: 0 };
  let after: ExtractedConversation | undefined;
  let total: number | undefined;
  for (;;) {
    const page = await memoryAdmin.listOutdatedExtractions({ after, limit: pageSize });
    total ??= page.total;
    progress(
      `${counts.read} of ${total} conversations read by ${page.extractorName} ${page.extractorVersion}`,
    );
    if (page.conversations.length === 0) break;
    await eachOf(page.conversations, options.parallel, async (conversation) => {
      const line = await reextract(memoryAdmin, conversation, options);
      counts.read += 1;
      if ('failure' in line) counts.failed += 1;
      else if (line.changes > 0) counts.changed += 1;
      report(line);
    });
    after = page.conversations.at(-1);
  }
  const verb = options.apply ? 'changed' : 'would change';
  progress(`${counts.changed} ${verb}, ${counts.failed} failed.`);
  if (!options.apply && counts.changed > 0) progress('Nothing was changed. Add --apply.');
  return counts.failed;
}

async function reextract(
  memoryAdmin: MemoryAdmin,
  { tenantId, conversationId }: ExtractedConversation,
  { apply, words }: ReextractionOptions,
) {
  const place = { tenant_id: tenantId, conversation_id: conversationId };
  try {
    const answer = await memoryAdmin.reextractMemories({ tenantId, conversationId, apply }, { deadlineMs });
    return { ...place, ...(words ? wordsOf(answer) : countsOf(answer)), changes: changesOf(answer) };
  } catch (error) {
    if (error instanceof DomainError) return { ...place, failure: error.code };
    throw error;
  }
}

function headOf({ userId, outcome, keptMemories }: ReextractMemoriesResponse) {
  const isErased = outcome === ReextractionOutcome.REEXTRACTION_OUTCOME_ERASED;
  return { user_id: userId, ...(isErased && { erased: true }), kept_memories: keptMemories };
}

function countsOf(answer: ReextractMemoriesResponse) {
  const { addedMemories, removedMemories, userModelChanges } = answer;
  return {
    ...headOf(answer),
    added_memories: addedMemories.length,
    removed_memories: removedMemories.length,
    user_model: {
      added: userModelChanges.filter(({ before }) => before === undefined).length,
      changed: userModelChanges.filter(({ before, after }) => before !== undefined && after !== undefined)
        .length,
      removed: userModelChanges.filter(({ after }) => after === undefined).length,
    },
  };
}

function wordsOf(answer: ReextractMemoriesResponse) {
  const { addedMemories, removedMemories, userModelChanges } = answer;
  return {
    ...headOf(answer),
    added_memories: addedMemories,
    removed_memories: removedMemories,
    user_model: userModelChanges.map(({ before = null, after = null }) => ({ before, after })),
  };
}

function changesOf({ addedMemories, removedMemories, userModelChanges }: ReextractMemoriesResponse): number {
  return addedMemories.length + removedMemories.length + userModelChanges.length;
}

/** Runs all, at most so many concurrently. */
async function eachOf<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
}
