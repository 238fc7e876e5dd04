import { describe, expect, it } from '@jest/globals';
import { ServiceCreated, Tag } from '@svc/contracts/agents';
import { UpdateUserRequest } from '@svc/contracts/identity';
import { changesOf, fromProto, toProto, type OfMessage } from '@svc/kernel';
import { storedEvent } from './stored-event.js';

describe('a message', () => {
  it('has an absent field where the domain has null', () => {
    expect(toProto(Tag, { key: 'area', value: null })).toEqual({ key: 'area', value: undefined });
    expect(fromProto(Tag, { key: 'area' })).toEqual({ key: 'area', value: null });
  });

  it('of an update names its changes: a text without a value is cleared', () => {
    const request = UpdateUserRequest.fromPartial({ timezone: {}, preferredLanguage: { value: 'deu' } });
    const changes = changesOf(UpdateUserRequest, request);
    expect(changes).toMatchObject({ timezone: null, preferredLanguage: 'deu' });
    expect(changes).not.toHaveProperty('firstName');
  });
});

it('a stored event without a required part is rejected', () => {
  type Created = OfMessage<ServiceCreated> & {
    readonly creator: { readonly orgId: string; readonly userId: string };
  };
  const { message } = storedEvent<Created, ServiceCreated, 'creator'>({
    codec: ServiceCreated,
    visibility: 'public',
    parts: ['creator'],
  });
  const creator = { orgId: 'demo', userId: 'ada' };
  expect(message.fromJSON({ name: 'Care', creator })).toMatchObject({ name: 'Care', creator });
  expect(() => message.fromJSON({ name: 'Care' })).toThrow('A stored event has no creator.');
});
