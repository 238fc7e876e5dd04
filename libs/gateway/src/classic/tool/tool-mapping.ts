import type { StoredDefinition, StoredDefinitionVersion } from '@svc/contracts/agents';
import type { ToolBody, ToolVersionBody } from '@svc/definitions/classic';
import type { z } from 'zod';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { fromAuthor } from '../../wire/user-reference.js';
import { Tool, ToolVersion } from './tool-schemas.js';

/** @param orgId of the organization that has it */
export function fromTool(tool: StoredDefinition, orgId: string) {
  const body = JSON.parse(tool.bodyJson) as z.output<typeof ToolBody>;
  return shown(Tool, {
    id: tool.definitionId,
    org_id: orgId,
    created_at: toWireTime(tool.createdAtMs),
    updated_at: toWireTime(tool.updatedAtMs),
    name: tool.name,
    description: body.description,
    deprecated: tool.isRetired,
    envvars: Object.keys(body.envvars),
    secret_envvars: tool.secretNames,
    tags: body.tags,
    creator: fromAuthor(tool.creator),
    updated_by: fromAuthor(tool.updatedBy),
  });
}

/** @param orgId of the organization that has it */
export function fromToolVersion(version: StoredDefinitionVersion, orgId: string) {
  const body = JSON.parse(version.bodyJson) as z.output<typeof ToolVersionBody>;
  const createdAt = toWireTime(version.createdAtMs);
  const author = { user_id: version.creator?.userId ?? '', user_org_id: version.creator?.orgId ?? '' };
  return shown(ToolVersion, {
    id: version.versionId,
    org_id: orgId,
    created_at: createdAt,
    updated_at: createdAt,
    tool_id: version.definitionId,
    version: fromLabel(version.label),
    ...body,
    tool_commit_hash: '',
    svc_scaffold_commit_hash: '',
    project_directory: '',
    lambda_version: '',
    creator: author,
    updated_by: author,
    deprecated: version.isRetired,
  });
}

/** @param label `1.2.3` */
export function fromLabel(label = '') {
  const [major = 0, minor = 0, patch = 0] = label.split('.').map(Number);
  return { major, minor, patch };
}
