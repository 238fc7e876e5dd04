import type { {{Context}}ServiceService } from '@svc/contracts/{{context}}';
import type { Handlers } from '@svc/rpc';
import { create{{Aggregate}} } from '../application/create-{{aggregateKebab}}.js';
import { get{{Aggregate}} } from '../application/get-{{aggregateKebab}}.js';
import type { {{Context}}Context } from '../application/{{context}}-context.js';
import { list{{Aggregate}}s } from '../projections/{{aggregateKebab}}-list.js';
import { requirePage } from './page-request.js';
import { requesterOf } from './requester.js';

export function {{context}}Handlers({{context}}: {{Context}}Context): Handlers<typeof {{Context}}ServiceService> {
  return {
    async create{{Aggregate}}({ caller, name }, context) {
      return { {{aggregate}}Id: await create{{Aggregate}}({{context}}, requesterOf(caller, context), name) };
    },

    async get{{Aggregate}}({ caller, {{aggregate}}Id }, context) {
      const { name, created_at } = await get{{Aggregate}}({{context}}, requesterOf(caller, context), {{aggregate}}Id);
      return { {{aggregate}}: { {{aggregate}}Id, name, createdAtMs: created_at.getTime() } };
    },

    async list{{Aggregate}}s({ caller, page: asked }, context) {
      const { caller: reader, orgId } = requesterOf(caller, context);
      const page = requirePage(asked);
      const { items, hasMore } = await list{{Aggregate}}s({{context}}.readModels, reader.grants, orgId, page);
      return {
        {{aggregate}}s: items.map(({ {{aggregate}}Id, name, createdAt }) => ({
          {{aggregate}}Id,
          name,
          createdAtMs: createdAt.getTime(),
        })),
        page: { hasMore, nextOffset: hasMore ? page.offset + page.limit : undefined },
      };
    },
  };
}
