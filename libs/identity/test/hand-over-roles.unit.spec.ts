import type { CommandTarget } from '@svc/event-store';
import type { Database, Statement } from '@svc/postgres';
import { silentLogger } from '@svc/telemetry';
import type { ApiKeys } from '../src/application/api-keys.js';
import { HandOverRoles } from '../src/application/hand-over-roles.js';
import type { Roles } from '../src/application/roles.js';
import type { Users } from '../src/application/users.js';
import { standIn } from './escalation/stand-in.js';

const inHandOver = ['broken', 'sound'].map((orgId) => ({
  orgId,
  roleId: 'old',
  byRoleId: 'new',
  isOver: false,
}));

describe('handing over replaced roles', () => {
  it('given an error with one, then those of other organizations are handed over', async () => {
    const handedOver: string[] = [];
    const answer = ({ name, values }: Statement) => {
      if (name === 'identity.select_roles_in_hand_over') return inHandOver;
      const [orgId] = values as [string];
      return [{ userIds: handedOver.includes(`org:${orgId}`) ? [] : ['user'], apiKeyIds: [] }];
    };
    const handOver = new HandOverRoles(
      standIn<Roles>({}),
      standIn<Users>({
        change: async ({ tenantId }: CommandTarget) => {
          if (tenantId === 'org:broken') throw new Error('its user can not be read');
          handedOver.push(tenantId);
          return standIn({});
        },
      }),
      standIn<ApiKeys>({}),
      standIn<Database>({
        query: async (statement: Statement) => ({ rows: answer(statement) as never[], rowCount: 0 }),
      }),
      { now: () => 0 },
      { uuid: () => 'id', resourceId: () => 'id', eventId: () => 'id' },
      silentLogger,
    );

    await handOver.execute();

    expect(handedOver).toEqual(['org:sound']);
  });
});
