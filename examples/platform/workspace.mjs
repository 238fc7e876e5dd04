// How the scripts of this folder reach the workspace: its key is sent as it is, nobody signs in.
import { existsSync, readFileSync } from 'node:fs';

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param file credentials as `npm start` writes them */
export function openWorkspace(file = process.env.CREDENTIALS ?? '.svc/credentials.json') {
  if (!existsSync(file)) fail(`There is no ${file}: npm start writes it.`);
  const credentials = JSON.parse(readFileSync(file, 'utf8'));
  const baseUrl = process.env.SVC_URL ?? credentials.base_url;
  const { workspace_id: workspaceId, workspace_api_key: key } = credentials;

  /** @returns the response, when it is a success */
  async function send(method, path, body, headers = {}) {
    const response = await fetch(`${baseUrl}/v1/${workspaceId}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    }).catch(() => fail(`Nothing answers at ${baseUrl}: npm start`));
    if (!response.ok) fail(`${method} ${path}: ${response.status} ${await response.text()}`);
    for (const warning of JSON.parse(response.headers.get('x-svc-warnings') ?? '[]'))
      console.warn(`Warning: ${warning}`);
    return response;
  }
  const request = async (...args) => {
    const response = await send(...args);
    return response.status === 204 ? null : response.json();
  };
  return { baseUrl, workspaceId, key, send, request };
}
