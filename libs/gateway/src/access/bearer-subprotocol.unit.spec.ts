import { formatWorkspaceKey, formatWorkspaceKeyId } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { readOfferedCredential } from './bearer-subprotocol.js';

const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1LTEifQ.c2ln_bmF0-dXJl';
const protocol = `bearer.authorization.svc.${token}`;
/** The characters of a subprotocol (RFC 6455: a token of HTTP). */
const httpToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

describe('the subprotocols that a WebSocket offers', () => {
  it('carry a token, as the only one or among others, and the server selects the one with the token', () => {
    for (const offered of [protocol, `chat, ${protocol}`, `${protocol},chat`])
      expect(readOfferedCredential(offered, 'svc')).toEqual({ token, protocol });
  });

  it('carry a workspace key as well: its characters are allowed there', () => {
    const key = formatWorkspaceKey(formatWorkspaceKeyId(Buffer.alloc(12, 255)), Buffer.alloc(32, 255));
    const offered = `bearer.authorization.svc.${key}`;
    expect(readOfferedCredential(offered, 'svc')).toEqual({ token: key, protocol: offered });
    for (const text of [offered, protocol]) expect(text).toMatch(httpToken);
  });

  it('name the service by the configured word', () => {
    expect(readOfferedCredential(`bearer.authorization.acme.${token}`, 'acme')).toMatchObject({ token });
    expect(readOfferedCredential(protocol, 'acme')).toBeUndefined();
  });

  it.each([undefined, '', 'chat', 'chat, v2', 'bearer.authorization.svc', 'Bearer.Authorization.svc.a.b.c'])(
    'carry no token when they are %s',
    (offered) => {
      expect(readOfferedCredential(offered, 'svc')).toBeUndefined();
    },
  );

  it.each([
    ['no token', 'bearer.authorization.svc.'],
    ['one that is too long', `bearer.authorization.svc.${'x'.repeat(5_000)}`],
    ['two', `${protocol}, bearer.authorization.svc.other`],
  ])('are refused with %s', (_what, offered) => {
    expect(() => readOfferedCredential(offered, 'svc')).toThrow(DomainError);
  });
});
