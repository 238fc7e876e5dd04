import { Inject, Injectable } from '@nestjs/common';
import type { Recollection, ToolAnswer, ToolCall } from '@svc/engine';
import type { Clock, TenantId } from '@svc/kernel';
import { CLOCK } from '@svc/service-host';
import { MEMORIES, type Memories } from '../ports/ports.js';

/** Of the response to one query, in UTF-16 code units. */
const budgetCharacters = 2_000;
const maxQueries = 10;

/** Answers the calls of `recallTool`: what memory knows of a user, for each query of a recall state. */
@Injectable()
export class Recalls {
  constructor(
    @Inject(MEMORIES) private readonly memories: Memories,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** `[query, response]` for each query, the response empty where nothing is known. */
  async answer(tenantId: TenantId, userId: string, { input, timeoutMs }: ToolCall): Promise<ToolAnswer> {
    const startedAtMs = this.clock.now();
    const asked = { tenantId, userId, budgetCharacters, withinMs: timeoutMs };
    const recall = async (query: string): Promise<readonly [string, string]> => {
      const { recollections } = await this.memories.recall({ ...asked, query });
      return [query, recollections.map(inWords).join('\n')];
    };
    const result = await Promise.all(queriesIn(input['queries']).map(recall));
    return { type: 'tool-ended', result, durationMs: this.clock.now() - startedAtMs };
  }
}

/** Where the user does not speak for themselves, nothing of them is told. */
export const nothingRecalled: ToolAnswer = { type: 'tool-ended', result: [], durationMs: 0 };

function queriesIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string').slice(0, maxQueries);
}

function inWords({ content, context, saidAtMs }: Recollection): string {
  const day = new Date(saidAtMs).toISOString().slice(0, 10);
  return `${content} (said on ${day}${context === '' ? '' : `: ${context}`})`;
}
