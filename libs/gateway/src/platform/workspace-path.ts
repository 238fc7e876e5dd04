import { z } from 'zod';

/** A UUID, which is the same in either case (RFC 9562 section 4); whose credential it is was judged before. */
export const workspaceId = z.string().toLowerCase();

export const WorkspacePath = z.object({ workspace_id: workspaceId });
