// Users of the demo with real, sealed events and rows: a log that can be opened, folded and made anew.
import '../../test/support/source-loader.mjs';

const { loadConfig } = await import('@svc/config');
const { userSubject } = await import('@svc/kernel');
const { openContext } = await import('@svc/service-host');
const { systemIds } = await import('@svc/runtime');
const { configuration } = await import('../../apps/standalone/src/configuration.ts');
const { openLocalServices } = await import('../../apps/standalone/src/local-services.ts');
const { composeContexts } = await import('../../apps/standalone/src/admin/compose-contexts.ts');
const { DataKeys } = await import('../../libs/identity/src/adapters/data-keys.ts');
const { Users } = await import('../../libs/identity/src/application/users.ts');

const tenantId = 'org:demo';
const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench' };
/** Events of one user: created, variables, profile, and seven things that are known of them. */
export const eventsOfUser = 10;
const writers = 8;
const entry = (number) =>
  `Note ${number}: prefers appointments in the morning, and to be called by the first name.`;

/** Beside the standalone that runs on them. @param told with the number of users so far, now and then @param before users that there are */
export async function addUsers({ dataDir, database, connectionString }, count, told, before = 0) {
  const settings = loadConfig(configuration, { SVC_DATA_DIR: dataDir, DATABASE_URL: connectionString });
  const services = openLocalServices(dataDir);
  const { modules, platform } = composeContexts(settings, database, services);
  const identity = await openContext({ module: modules.identity, platform });
  const users = identity.get(Users);
  const keys = identity.get(DataKeys);
  const { rows } = await database.pool.query(
    `SELECT role_id FROM identity.role WHERE org_id = 'demo' AND role_name = 'DefaultUserRole'`,
  );
  const roleId = rows[0].role_id;
  try {
    let next = 0;
    const write = async () => {
      for (let index = next++; index < count; index = next++) {
        await addUser(users, keys, roleId, before + index);
        if (index > 0 && index % 10_000 === 0) told(index);
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
  } finally {
    await identity.close();
    services.disconnect();
  }
}

async function addUser(users, keys, roleId, index) {
  const userId = systemIds.resourceId(tenantId);
  const { key, row } = keys.make(userSubject(tenantId, userId));
  const create = {
    type: 'CreateUser',
    userId,
    firstName: 'Bench',
    lastName: `User ${index}`,
    email: `rebuild-${index}@demo.example`,
    roleId,
    preferences: {
      enableResponseRecommendation: false,
      preferredLanguage: 'eng',
      conversationsVisibleToAdmins: true,
      userModelVisibleToAdmins: true,
      timezone: 'Europe/Berlin',
      audioKeyterms: [],
    },
    nonsensitiveVariables: { desk: 'front' },
    sensitiveVariables: { pin: '1234' },
  };
  const update = {
    type: 'UpdateUser',
    firstName: 'Benchmark',
    lastName: null,
    enableResponseRecommendation: null,
    conversationsVisibleToAdmins: null,
    userModelVisibleToAdmins: null,
    preferredLanguage: null,
    timezone: null,
    audioKeyterms: null,
    additionalContext: Array.from({ length: eventsOfUser - 3 }, (_, number) => entry(number)),
  };
  await users.create(
    { tenantId, id: userId, metadata },
    { commands: [create, update], key, alongside: [row] },
  );
}
