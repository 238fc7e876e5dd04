import { identityEvents } from '@svc/contracts/public-events';
import { canonicalJson } from '@svc/kernel';
import { allSamplesOf } from '@svc/testing';
import { storedEvents } from '../../test/event-samples.js';
import { identityEventTypes } from './event-types.js';

describe.each(storedEvents)('$type', ({ type, data }, text) => {
  const { message } = identityEventTypes.byName.get(type) ?? {};

  it('then it is stored as it always was', () => {
    expect(canonicalJson(message?.toJSON(data))).toBe(text);
  });

  it('when it is read, then it is what was written', () => {
    expect(message?.fromJSON(JSON.parse(text))).toEqual(data);
  });
});

describe('the event types', () => {
  it('then each has a sample', () => {
    expect(new Set(storedEvents.map(([{ type }]) => type))).toEqual(
      new Set(identityEventTypes.byName.keys()),
    );
  });

  it('then secrets and internal events never leave the context', () => {
    const secret = [...identityEventTypes.byName].filter(([, { visibility }]) => visibility === 'private');
    expect(secret.map(([type]) => type)).toEqual([
      'RoleDescribed',
      'RoleExpired',
      'SensitiveUserVariablesStored',
      'ApiKeySecretStored',
      'PlatformAuthoringSet',
      'WorkspaceProvisioned',
      'TestCallerNumbersSet',
      'WorkspaceApiKeySecretStored',
    ]);
  });

  it('then the contract describes what leaves the context', () => {
    const published = [...identityEventTypes.byName].filter(([, { visibility }]) => visibility === 'public');
    expect(Object.keys(identityEvents).sort()).toEqual(published.map(([type]) => type).sort());
  });

  it('then personal fields are those that the contract marks', () => {
    expect(identityEventTypes.byName.get('UserCreated')?.personalFields).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'email', 'nonsensitiveVariables']),
    );
  });

  it('then only the flags among the preferences, by which other contexts decide, are not personal', () => {
    expect(identityEventTypes.byName.get('UserPreferencesChanged')?.personalFields).toEqual([
      'preferences.preferredLanguage',
      'preferences.timezone',
      'preferences.audioKeyterms',
    ]);
  });
});

describe.each(allSamplesOf('identity'))('%s as it was published', (type, { schemaVersion, payload }) => {
  const { message, schemaVersion: current = 0 } = identityEventTypes.byName.get(type) ?? {};

  it('then it is published in this form until its schema version changes', () => {
    expect(schemaVersion).toBeLessThanOrEqual(current);
    const again = canonicalJson(message?.toJSON(message.fromJSON(payload)));
    if (schemaVersion === current) expect(again).toBe(canonicalJson(payload));
  });
});
