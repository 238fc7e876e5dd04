import { describeRecordedHistories } from '@svc/event-store/history-contract';
import { workspaceApiKeyDecider } from '../domain/workspace-api-key/workspace-api-key.js';
import { workspaceDecider } from '../domain/workspace/workspace.js';
import { workspacesEventTypes } from './event-types.js';

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: workspacesEventTypes,
  deciders: { workspace: workspaceDecider, workspace_api_key: workspaceApiKeyDecider },
});
