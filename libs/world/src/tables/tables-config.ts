import { url, wholeNumber } from '@svc/config';
import { z } from 'zod';

/** What a process reads from its environment about workspaces' own tables. */
export const tablesConfig = z.object({
  SVC_TABLES_DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      "PostgreSQL database for workspaces' own tables, by a role that owns it and may create roles, on a server apart; not through a pooler (secret)",
    ),
  SVC_TABLES_CONNECTIONS: wholeNumber({ min: 2, max: 50 })
    .default(4)
    .describe(
      "upper bound of connections to the database of workspaces' own tables, of which one workspace has half",
    ),
});
