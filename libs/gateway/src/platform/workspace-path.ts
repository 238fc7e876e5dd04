import { z } from 'zod';
import { withFacts } from '../wire/documented.js';

/** A UUID in either case (RFC 9562 section 4). The credential was checked before. */
export const workspaceId = withFacts(z.string().toLowerCase(), { format: 'uuid' });

export const WorkspacePath = z.object({ workspace_id: workspaceId });
