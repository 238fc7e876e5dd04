import { configuration, localWebhookDefaults } from './configuration.js';

describe('requests to URLs of users', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])(
    'may go to this machine while only it is listened to: %s',
    (host) => {
      expect(localWebhookDefaults(host).SVC_OUTGOING_ALLOW).toBe('127.0.0.0/8,::1');
    },
  );

  it.each(['0.0.0.0', '::', '10.0.0.7', 'api.example.com'])(
    'go nowhere inside from a server at %s',
    (host) => {
      expect(localWebhookDefaults(host).SVC_OUTGOING_ALLOW).toBe('');
    },
  );

  it('have no default of the schema, which would hold whatever the server listens on', () => {
    expect(configuration.shape.SVC_OUTGOING_ALLOW.parse(undefined)).toBeUndefined();
    expect(configuration.shape.SVC_OUTGOING_ALLOW.parse('')).toBe('');
  });
});
