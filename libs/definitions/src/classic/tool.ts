import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { EndpointBody, webAddress } from '../platform/integration.js';
import { listOf, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { patterned, text, visibleText } from '../schema/text.js';
import { tagText } from './tags.js';

const variableName = patterned(/^[A-Z_]{1,64}$/, 'must hold 1 to 64 capital letters and underscores', {
  least: 1,
  most: 64,
});
const variableNames = listOf(variableName, { most: 50 }).default([]);

/** A tool of an organization, beside its name. Its secret variables are kept apart. */
export const ToolBody = z.object({
  description: visibleText({ most: 4_000 }),
  tags: listOf(z.object({ key: tagText, value: orNull(tagText) }), { most: tagBounds.items }).default([]),
  envvars: mapOf(variableName, text({ most: 8_192 }), { most: 50, what: 'variables' }).default({}),
});

/** Which part of the number of a tool's version counts up. */
export const bumpTypes = ['major', 'minor', 'patch'] as const;

/** A version of a tool: one HTTP call. `{{NAME}}` in path, headers and static fields is a variable of the tool. */
export const ToolVersionBody = EndpointBody.omit({ description: true }).extend({
  base_url: webAddress,
  required_envvars: variableNames,
  required_secret_envvars: variableNames,
});
