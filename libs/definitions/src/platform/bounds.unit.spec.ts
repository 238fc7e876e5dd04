import { toFieldErrors } from '../../test/field-errors.js';
import {
  AgentVersionBody,
  EndpointBody,
  IntegrationBody,
  ServiceBody,
  SkillBody,
  VersionSet,
} from './index.js';

const identity = { name: 'Mara', role: 'receptionist', developed_by: 'us', default_spoken_language: 'eng' };
const version = { name: 'Mara', identity };
const voice = { voice_id: 'warm' };
const uuid = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
const service = { agent_id: uuid, context_graph_id: uuid };
const skill = { name: 'Look up', description: 'Looks up.', input_schema: {} };
const rest = { protocol: 'rest', display_name: 'Clinic', base_url: 'https://clinic.example' };
const endpoint = { description: 'Finds slots.', path: 'slots' };
const preference = (controls: object) => ({
  llm_model_preferences: { engage: { llm_name: 'm', experience_controls: controls } },
});
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
const speakers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, { provider: 'vendor_a' }]));
const items = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

describe('a body at its bounds', () => {
  it.each([
    ['characters are code points', AgentVersionBody, { ...version, initials: '🙂'.repeat(10) }],
    ['200 behaviors of 2,000', AgentVersionBody, { ...version, behaviors: items(200, 'x'.repeat(2_000)) }],
    [
      'ten languages',
      AgentVersionBody,
      { ...version, voice_config: { ...voice, language_providers: speakers(10) } },
    ],
    ['500 keyterms', ServiceBody, { ...service, keyterms: items(500, 'x'.repeat(128)) }],
    ['a temperature of 2', VersionSet, preference({ temperature: 2 })],
    ['a slow skill', SkillBody, { ...skill, timeout_s: 900 }],
    ['an integration', IntegrationBody, { ...rest, auth: { type: 'static_header', header_name: 'x-key' } }],
    ['an endpoint', EndpointBody, { ...endpoint, timeout_seconds: 600, retry_on_status: items(20, 503) }],
  ])('%s is taken', (_what, schema, body) => {
    expect(toFieldErrors(schema, body)).toEqual([]);
  });

  it.each([
    ['name', AgentVersionBody, { ...version, name: '' }],
    ['name', AgentVersionBody, { ...version, name: '\u200b ' }],
    ['name', AgentVersionBody, { ...version, name: 'x'.repeat(257) }],
    ['initials', AgentVersionBody, { ...version, initials: '🙂'.repeat(11) }],
    ['identity.role', AgentVersionBody, { ...version, identity: { ...identity, role: undefined } }],
    [
      'identity.relationship_to_developer.type',
      AgentVersionBody,
      {
        ...version,
        identity: {
          ...identity,
          relationship_to_developer: {
            ownership: 'a',
            conversation_visibility: 'b',
            thought_visibility: 'c',
          },
        },
      },
    ],
    ['background', AgentVersionBody, { ...version, background: 'x'.repeat(10_001) }],
    ['behaviors', AgentVersionBody, { ...version, behaviors: items(201, 'x') }],
    ['behaviors', AgentVersionBody, { ...version, behaviors: null }],
    [
      'communication_patterns.0',
      AgentVersionBody,
      { ...version, communication_patterns: ['x'.repeat(2_001)] },
    ],
    ['voice_config.voice_id', AgentVersionBody, { ...version, voice_config: {} }],
    ['voice_config.stability', AgentVersionBody, { ...version, voice_config: { ...voice, stability: null } }],
    [
      'voice_config.language_providers',
      AgentVersionBody,
      { ...version, voice_config: { ...voice, language_providers: speakers(11) } },
    ],
    [
      'voice_config.language_providers.eng.config',
      AgentVersionBody,
      {
        ...version,
        voice_config: { ...voice, language_providers: { eng: { provider: 'vendor_a', config: keys(21) } } },
      },
    ],
    ['agent_id', ServiceBody, { ...service, agent_id: 'mara' }],
    ['tool_capacity', ServiceBody, { ...service, tool_capacity: 11 }],
    ['keyterms', ServiceBody, { ...service, keyterms: items(501, 'x') }],
    ['tags', ServiceBody, { ...service, tags: items(51, { key: 'a' }) }],
    ['channel_type', ServiceBody, { ...service, channel_type: 'fax' }],
    ['version_sets.a b', ServiceBody, { ...service, version_sets: { 'a b': {} } }],
    [
      'version_sets.release.agent_version_number',
      ServiceBody,
      { ...service, version_sets: { release: { agent_version_number: 0 } } },
    ],
    [
      'voice_config.forwarding.forward_to',
      ServiceBody,
      { ...service, voice_config: { forwarding: { forward_to: '0123' } } },
    ],
    [
      'llm_model_preferences.engage.experience_controls.temperature',
      VersionSet,
      preference({ temperature: 2.1 }),
    ],
    ['llm_model_preferences.engage.experience_controls.wit', VersionSet, preference({ wit: 'high' })],
    ['input_schema', SkillBody, { ...skill, input_schema: undefined }],
    ['timeout_s', SkillBody, { ...skill, timeout_s: 0 }],
    ['static_tools', SkillBody, { ...skill, static_tools: items(51, {}) }],
    ['base_url', IntegrationBody, { ...rest, base_url: 'ftp://clinic.example' }],
    ['base_url', IntegrationBody, { ...rest, base_url: 'https://[x' }],
    ['base_url', IntegrationBody, { ...rest, base_url: 'https://ada:pass@clinic.example' }],
    ['base_url', IntegrationBody, { ...rest, base_url: 'https://ada@clinic.example' }],
    ['auth.type', IntegrationBody, { ...rest, auth: { type: 'oauth2_jwt_bearer' } }],
    ['auth.header_name', IntegrationBody, { ...rest, auth: { type: 'static_header', header_name: 'a b' } }],
    ['protocol', IntegrationBody, { ...rest, protocol: 'fhir' }],
    ['path', EndpointBody, { ...endpoint, path: '/slots' }],
    ['headers.x-a', EndpointBody, { ...endpoint, headers: { 'x-a': 'a\r\nx-b: c' } }],
    ['retry_on_status', EndpointBody, { ...endpoint, retry_on_status: items(21, 503) }],
    ['timeout_seconds', EndpointBody, { ...endpoint, timeout_seconds: 0 }],
  ])('one step beyond is refused at %s', (field, schema, body) => {
    expect(toFieldErrors(schema, body)).toEqual([field]);
  });

  it('what an auth may be is said where it is refused', () => {
    const { error } = IntegrationBody.safeParse({ ...rest, auth: { type: 'custom_token_exchange' } });
    expect(error?.issues[0]?.message).toMatch(/no other kind of authentication is supported/);
  });

  it('numbers of a voice have the default 0', () => {
    const { voice_config: config } = AgentVersionBody.parse({ ...version, voice_config: voice });
    expect(config).toEqual({
      ...voice,
      stability: 0,
      similarity_boost: 0,
      style: 0,
      tts_provider: null,
      tts_config: null,
      language_providers: null,
      session_provider: null,
    });
  });
});
