import type { Timed } from '@svc/kernel';
import {
  organizationDecider,
  type CreateOrganization,
  type OrganizationCommand,
  type OrganizationEvent,
  type UpdateOrganization,
} from './organization.js';

const atMs = 1_700_000_000_000;
const createOrganization = (changes: Partial<CreateOrganization> = {}): CreateOrganization & Timed => ({
  type: 'CreateOrganization',
  orgId: 'demo',
  orgName: 'Demo',
  userDimensions: [{ description: 'How they sleep', tags: ['sleep'] }],
  defaultUserPreferences: null,
  seededByOperator: false,
  atMs,
  ...changes,
});
const decide = (
  past: readonly OrganizationEvent[],
  when: OrganizationCommand & Timed,
): readonly OrganizationEvent[] =>
  organizationDecider.decide(past.reduce(organizationDecider.evolve, organizationDecider.initialState), when);
const rejection = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('creating an organization', () => {
  it('given none, then it is created', () => {
    const { type: _type, atMs: createdAtMs, ...data } = createOrganization();
    expect(decide([], createOrganization())).toEqual([
      { type: 'OrganizationCreated', data: { ...data, createdAtMs } },
    ]);
  });

  it('given one, then it is a conflict', () => {
    const past = decide([], createOrganization());
    expect(() => decide(past, createOrganization())).toThrow(rejection('conflict'));
  });

  it.each(['workspaces', 'me', 'auth', 'platform', 'oauth', 'openapi.json', 'agent', 's', 'OAuth'])(
    'when the id is the path segment %s, then it is reserved',
    (orgId) => {
      expect(() => decide([], createOrganization({ orgId }))).toThrow(rejection('invalid_request'));
    },
  );

  it.each(['4d1e1c0e-9c1d-4a53-b3f5-3c1d4f3b0a11', '00000000-0000-0000-0000-000000000000'])(
    'when the id %s has the form of a workspace id, then it is reserved',
    (orgId) => {
      expect(() => decide([], createOrganization({ orgId }))).toThrow(rejection('invalid_request'));
    },
  );

  it.each(['', '.', '-demo', 'a/b', 'a b', 'ä', 'a\u0000', 'x'.repeat(65)])(
    "when the id %j can't be part of a path, then it is refused",
    (orgId) => {
      expect(() => decide([], createOrganization({ orgId }))).toThrow(rejection('invalid_request'));
    },
  );

  it.each(['demo', 'Demo_2', 'me2', 'a', '1', 'clinic.example-org', 'x'.repeat(64)])(
    'when the id is %s, then it is accepted',
    (orgId) => {
      expect(decide([], createOrganization({ orgId }))).toHaveLength(1);
    },
  );

  it.each([
    ['more than 50 dimensions', Array(51).fill({ description: 'x', tags: [] }), ['user_dimensions']],
    ['more than 20 tags', [{ description: 'x', tags: Array(21).fill('y') }], ['user_dimensions', 0, 'tags']],
    ['more than 32 KiB', [{ description: 'x'.repeat(32_768), tags: [] }], ['user_dimensions']],
  ])('when it has %s, then it is refused', (_what, userDimensions, place) => {
    expect(() => decide([], createOrganization({ userDimensions }))).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ loc: ['body', ...place] })] }) as Error,
    );
  });

  it('when the name is longer than 256 characters, then it is refused', () => {
    expect(() => decide([], createOrganization({ orgName: 'x'.repeat(257) }))).toThrow(
      rejection('validation_failed'),
    );
  });

  it('when the default preferences are broken, then it is refused', () => {
    const defaultUserPreferences = {
      enableResponseRecommendation: false,
      preferredLanguage: null,
      conversationsVisibleToAdmins: true,
      userModelVisibleToAdmins: true,
      timezone: '+02:00',
      audioKeyterms: [''],
    };
    expect(() => decide([], createOrganization({ defaultUserPreferences }))).toThrow(
      expect.objectContaining({
        fields: [
          expect.objectContaining({ loc: ['body', 'default_user_preferences', 'timezone'] }),
          expect.objectContaining({ loc: ['body', 'default_user_preferences', 'audio_keyterms', 0] }),
        ],
      }) as Error,
    );
  });
});

describe('updating an organization', () => {
  const past = decide([], createOrganization());
  const update = (changes: Partial<UpdateOrganization>) =>
    decide(past, {
      type: 'UpdateOrganization',
      userDimensions: null,
      defaultUserPreferences: null,
      atMs,
      ...changes,
    });
  const eating = [{ description: 'How they eat', tags: [] }];

  it('when there are new dimensions, then they replace all others', () => {
    const events = update({ userDimensions: eating });
    expect(events).toEqual([
      { type: 'OrganizationDimensionsChanged', data: { userDimensions: eating, changedAtMs: atMs } },
    ]);
    const after = [...past, ...events].reduce(organizationDecider.evolve, organizationDecider.initialState);
    expect(after).toMatchObject({ orgName: 'Demo', userDimensions: eating });
  });

  it('when nothing is named, or everything is the same, then nothing changes', () => {
    expect(update({})).toEqual([]);
    expect(update({ userDimensions: [{ description: 'How they sleep', tags: ['sleep'] }] })).toEqual([]);
  });

  it('when dimensions are removed, then it is refused', () => {
    expect(() => update({ userDimensions: [] })).toThrow(rejection('validation_failed'));
  });

  it('when a dimension is blank, then it is refused', () => {
    const blank = [{ description: ' ', tags: [] }];
    expect(() => update({ userDimensions: blank })).toThrow(rejection('validation_failed'));
  });
});
