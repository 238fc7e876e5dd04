import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { oid, repeated } from '../../wire/query.js';
import { wireTime } from '../../wire/times.js';
import { ShownUserDimension } from '../../wire/user-dimension.js';

export const ListMemories = z.object({
  id: repeated(oid),
  conversation_id: repeated(oid),
  sort_by: sortParameter(['conversation_id', 'created_at']),
  ...pageParameters(0, 50, 50),
});

export const Memory = named(
  'Memory',
  z.strictObject({
    id: z.string(),
    created_at: wireTime,
    conversation_id: z.string(),
    /** Ids of the messages that are its evidence. */
    references: z.array(z.string()),
    content: z.string(),
    /** The topic of the conversation at that point; may be empty. */
    context: z.string(),
  }),
);

export const MemoryList = named('MemoryList', z.strictObject({ memories: z.array(Memory), ...pageKeys }));

export const UserModel = named(
  'UserModel',
  z.strictObject({
    content: z.string(),
    /** Ids of the memories that are its evidence. */
    insight_ids: z.array(z.string()),
    dimensions: z.array(ShownUserDimension),
  }),
);

export const UserModels = named(
  'UserModelList',
  z.strictObject({
    user_models: z.array(UserModel),
    additional_context: z.array(z.string()),
  }),
);
