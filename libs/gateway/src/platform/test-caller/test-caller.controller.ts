import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { list } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { smallBody } from '../../wire/sizes.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { WorkspacePath } from '../workspace-path.js';

const numbersPath = '/v1/workspaces/:workspace_id/test-caller-numbers';
const credentialsPath = '/v1/workspaces/:workspace_id/test-credential-ids';
const TestCallerNumbers = named(
  'TestCallerNumbersResponse',
  z.strictObject({ numbers: z.array(z.string()) }),
);
const TestCredentialIds = named(
  'TestCredentialIdsResponse',
  z.strictObject({ credential_ids: z.array(uuid) }),
);
/** E.164. Identity checks it. */
const phoneNumber = withFacts(z.string(), { pattern: '^\\+[1-9][0-9]{1,14}$' });
const GivenNumbers = named(
  'TestCallerNumbersRequest',
  z.object({ numbers: list(phoneNumber, { most: 100 }) }),
);
const GivenCredentialIds = named(
  'TestCredentialIdsRequest',
  z.object({ credential_ids: list(uuid, { most: 100 }) }),
);

const reading = {
  surface: 'platform',
  method: 'GET',
  access: forWorkspace('Workspace.view'),
  request: { params: WorkspacePath },
  errors: ['not_found'],
  perMinute: readsPerMinute,
} as const;
const replacing = {
  surface: 'platform',
  method: 'PUT',
  access: forWorkspace('Workspace.update'),
  errors: ['not_found'],
  perMinute: writesPerMinute,
} as const;

const getTestCallerNumbers = defineRoute({
  ...reading,
  operationId: 'get-test-caller-numbers',
  path: numbersPath,
  summary: 'Lists the numbers whose calls are tests.',
  answer: { status: 200, content: 'json', schema: TestCallerNumbers },
});

const setTestCallerNumbers = defineRoute({
  ...replacing,
  operationId: 'update-test-caller-numbers',
  path: numbersPath,
  summary: 'Replaces the numbers whose calls are tests: at most 100 in E.164.',
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: GivenNumbers, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: TestCallerNumbers },
  example: { body: { numbers: ['+15551234567'] } },
});

const getTestCredentialIds = defineRoute({
  ...reading,
  operationId: 'get-test-credential-ids',
  path: credentialsPath,
  summary: 'Lists the credentials whose sessions are tests.',
  answer: { status: 200, content: 'json', schema: TestCredentialIds },
});

const setTestCredentialIds = defineRoute({
  ...replacing,
  operationId: 'update-test-credential-ids',
  path: credentialsPath,
  summary: 'Replaces the credentials whose sessions are tests: at most 100 ids.',
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: GivenCredentialIds, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: TestCredentialIds },
  example: { body: { credential_ids: ['c56a4180-65aa-42ec-a945-5fd21dec0538'] } },
});

@Controller()
export class TestCallerController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Serves(getTestCallerNumbers)
  async numbers({ caller }: RouteInput<typeof getTestCallerNumbers>) {
    const { testCallers } = await this.identity.getTestCallers({ caller });
    return { numbers: testCallers?.numbers ?? [] };
  }

  @Serves(setTestCallerNumbers)
  async setNumbers({ caller, body }: RouteInput<typeof setTestCallerNumbers>) {
    const list = { $case: 'numbers', value: { values: body.numbers } } as const;
    const { testCallers } = await this.identity.setTestCallers({ caller, list });
    return { numbers: testCallers?.numbers ?? [] };
  }

  @Serves(getTestCredentialIds)
  async credentialIds({ caller }: RouteInput<typeof getTestCredentialIds>) {
    const { testCallers } = await this.identity.getTestCallers({ caller });
    return { credential_ids: testCallers?.credentialIds ?? [] };
  }

  @Serves(setTestCredentialIds)
  async setCredentialIds({ caller, body }: RouteInput<typeof setTestCredentialIds>) {
    const list = { $case: 'credentialIds', value: { values: body.credential_ids } } as const;
    const { testCallers } = await this.identity.setTestCallers({ caller, list });
    return { credential_ids: testCallers?.credentialIds ?? [] };
  }
}
