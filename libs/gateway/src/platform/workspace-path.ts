import { z } from 'zod';

/** A UUID in either case (RFC 9562 section 4). The credential was checked before. */
export const workspaceId = z.string().toLowerCase();

export const WorkspacePath = z.object({ workspace_id: workspaceId });
