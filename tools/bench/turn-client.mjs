// An HTTP client that uses little processor time, because it shares the machine with what it measures: keep-alive
// connections, bodies made once, responses scanned and not parsed.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const boundary = 'svc-bench';

/** A form with one user message. */
export function turnBody(message) {
  return Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="initial_message_type"\r\n\r\nuser-message\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="recorded_message"\r\n\r\n${message}\r\n--${boundary}--\r\n`,
  );
}

/** @returns {Promise<string>} the whole answer. @throws Error for a status of 400 or more */
export function send(url, { method = 'POST', token, body, contentType, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method,
        agent,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(contentType && { 'content-type': contentType }),
          'content-length': body?.length ?? 0,
          ...headers,
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode >= 400) reject(new Error(`${response.statusCode} ${text}`));
          else resolve(text);
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export const sendForm = (url, token, body) =>
  send(url, { token, body, contentType: `multipart/form-data; boundary=${boundary}` });

export const sendJson = (url, token, value) =>
  send(url, { token, body: Buffer.from(JSON.stringify(value)), contentType: 'application/json' });

export function closeConnections() {
  agent.destroy();
}
