import { largeAnswerBytes, startSample } from '../test/harness.js';
import { rawConnection, until } from '../test/raw-connection.js';

describe('a client that is slow with the headers', () => {
  it('gets 408', async () => {
    const impatient = await startSample({ limits: { headersMs: 100 } });
    const client = rawConnection(impatient.port);
    client.send('GET /livez HTTP/1.1\r\nho');
    await client.closed();

    expect(client.received()).toMatch(/^HTTP\/1\.1 408 .*"error_code":"request_timeout"/s);
    await impatient.application.stop(0);
  });
});

describe('a large response', () => {
  const request = 'GET /v1/demo/large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

  it('is given up when nobody reads it', async () => {
    const impatient = await startSample({ limits: { stalledReaderMs: 200 } });
    const client = rawConnection(impatient.port);
    client.socket.pause();
    client.send(request);

    const served = () => impatient.logged.find(({ message }) => message === 'request served');
    await until(() => served() !== undefined);
    expect(served()).toMatchObject({ 'http.route': '/v1/:org/large', 'http.response.status_code': 499 });
    client.close();
    await impatient.application.stop(0);
  });

  it('reaches a client that reads slowly', async () => {
    const impatient = await startSample({ limits: { stalledReaderMs: 3_000 } });
    const client = rawConnection(impatient.port);
    client.socket.on('data', () => {
      client.socket.pause();
      // Each pause is far shorter than the limit; their sum is longer.
      setTimeout(() => client.socket.resume(), 8);
    });
    client.send(request);
    await client.closed();

    expect(client.received().length).toBeGreaterThan(largeAnswerBytes);
    await impatient.application.stop(0);
  });
});
