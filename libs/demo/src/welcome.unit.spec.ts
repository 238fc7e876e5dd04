import { welcome } from './welcome.js';

const said = (...outOfReach: Parameters<typeof welcome>[0]['outOfReach']) =>
  welcome({
    credentials: {
      base_url: 'http://127.0.0.1:8080',
      org_id: 'o',
      user_id: 'u',
      service_id: 's',
      workspace_id: 'w',
    },
    credentialsFile: '/data/credentials.json',
    model: 'openai-compatible/m',
    outOfReach,
    tookMs: 2_500,
  });

describe('the last lines of the start', () => {
  it('when all models are reachable, then it is ready', () => {
    expect(said()).toContain('\nReady in 2.5 s: http://127.0.0.1:8080\n');
  });

  it('when a model is not reachable, then it does not claim to be ready with it, and gives the address that it tried', () => {
    const text = said({ name: 'default', origin: 'http://127.0.0.1:9', isKnown: true });
    expect(text).toContain(
      '\nReady in 2.5 s, without a connection to the model "default": http://127.0.0.1:8080\n',
    );
    expect(text).toContain('"default" can not be reached at http://127.0.0.1:9\n');
  });

  it('when nothing is known of a model yet, then it claims neither', () => {
    const text = said({ name: 'default', origin: 'http://10.0.0.1', isKnown: false });
    expect(text).toContain('without a connection to the model "default"');
    expect(text).toContain('"default" has not been reached yet at http://10.0.0.1\n');
  });
});
