import { bumpTypes, ToolBody, ToolVersionBody } from '@svc/definitions/classic';
import { builtInToolNames } from '@svc/definitions/schema';
import { validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { partsOf, versionSpecifier } from '../domain/tool/version-specifier.js';
import { bodyBy, parsed } from './bodies.js';
import type { DefinitionKind, DraftVersion, PreviousVersion, VersionFacts } from './definition-kind.js';
import { requireInputSchema } from './input-schema-rule.js';
import { originOf } from './origin-of.js';

/** Its versions have labels like `1.2.3` beside their numbers. */
export const toolKind: DefinitionKind = {
  kind: 'tool',
  hasSecrets: true,
  classic: {
    permissions: {
      view: 'Tool:InvokeTool',
      create: 'Tool:CreateTool',
      update: 'Tool:ModifyTool',
      retire: 'Tool:DeleteTool',
      firstVersion: 'Tool:ModifyTool',
      nextVersion: 'Tool:ModifyTool',
    },
    name: {
      field: 'name',
      pattern: [/^[a-z0-9_]{1,64}$/, 'must hold 1 to 64 lower-case letters, digits and underscores'],
      taken: builtInToolNames,
    },
    body: bodyBy(ToolBody, ({ tags }) => ({ tags })),
    hasTags: true,
    sorts: { deprecated: 'd.is_retired' },
    versions: { body: toolVersion, select: selectBySpecifier },
  },
};

/** `bump_type` says which part of the label counts up; the first version is 1.0.0, 0.1.0 or 0.0.1. */
function toolVersion(
  { bump_type: bump = 'patch', ...given }: JsonObject,
  previous: PreviousVersion | null,
  { hasSecrets }: VersionFacts,
): DraftVersion {
  const body = parsed(ToolVersionBody, given);
  if (hasSecrets && previous !== null && originOf(previous.body['base_url']) !== originOf(body.base_url)) {
    const msg =
      'must be at the server of the version before as long as the tool has secrets: remove them first';
    throw validationError([{ loc: ['body', 'base_url'], msg, type: 'value_error' }]);
  }
  requireInputSchema(body.input_schema);
  const index = bumpTypes.findIndex((type) => type === bump);
  if (index < 0) {
    const msg = `must be one of ${bumpTypes.join(', ')}`;
    throw validationError([{ loc: ['body', 'bump_type'], msg, type: 'enum' }]);
  }
  const counted = partsOf(previous?.label ?? '0.0.0').map((part, at) =>
    at < index ? part : at === index ? part + 1 : 0,
  );
  return { body: body as JsonObject, summary: {}, references: [], label: counted.join('.') };
}

/** @throws DomainError `validation_failed` */
function selectBySpecifier(specifier: string, labels: ReadonlyMap<number, string>): readonly number[] {
  const isNamed = versionSpecifier(specifier);
  if (isNamed === null) {
    const msg = 'must be a version specifier, such as 1.2.3, ==1.* or >=1.2';
    throw validationError([{ loc: ['query', 'versions'], msg, type: 'value_error' }]);
  }
  return [...labels].filter(([, label]) => isNamed(label)).map(([version]) => version);
}
