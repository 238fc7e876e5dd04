import { canonicalJson } from '@svc/kernel';
import fc from 'fast-check';
import type { z } from 'zod';
import { arbitraryOf } from '../../test/arbitrary-of.js';
import { answerOf } from '../schema/index.js';
import {
  AgentBody,
  AgentVersionBody,
  EndpointBody,
  IntegrationBody,
  ServiceBody,
  SkillBody,
  ToolExecution,
  VersionSet,
} from './index.js';

const bodies: readonly [string, z.ZodType][] = [
  ['an agent', AgentBody],
  ['a version of an agent', AgentVersionBody],
  ['a service', ServiceBody],
  ['a version set', VersionSet],
  ['a skill', SkillBody],
  ['an integration', IntegrationBody],
  ['an endpoint', EndpointBody],
  ['a call of a tool', ToolExecution],
];

/** As it is sent: JSON knows no -0. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(bodies)('the body of %s', (_name, schema) => {
  it('when it says everything, then it is written back the same', () => {
    fc.assert(
      fc.property(arbitraryOf(schema, true), (body) => {
        expect(canonicalJson(schema.parse(sent(body)))).toBe(canonicalJson(sent(body)));
      }),
    );
  });

  it('when it leaves something out, then what is written back is answered whole and stays the same', () => {
    fc.assert(
      fc.property(arbitraryOf(schema), (body) => {
        const stored = schema.parse(sent(body));
        expect(canonicalJson(schema.parse(sent(stored)))).toBe(canonicalJson(stored));
        expect(answerOf(schema).parse(stored)).toEqual(stored);
      }),
    );
  });
});
