import { Controller, Inject } from '@nestjs/common';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import {
  getTestCallerNumbers,
  getTestCredentialIds,
  setTestCallerNumbers,
  setTestCredentialIds,
} from './test-caller.routes.js';

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
