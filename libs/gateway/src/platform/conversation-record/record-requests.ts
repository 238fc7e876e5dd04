import { z } from 'zod';
import { offsetParameters } from '../offset-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

export const ConversationPath = z.object({ workspace_id: workspaceId, conversation_id: uuid.toLowerCase() });

/** Turns of a page; each is taken from the whole log of the conversation. */
export const TurnPage = offsetParameters(100, 20);
