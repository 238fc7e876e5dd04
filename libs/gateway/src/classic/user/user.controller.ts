import { Controller, Inject } from '@nestjs/common';
import { AccessCache } from '../../access/access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { fromUser } from './user-mapping.js';
import { toCreateUser, toUpdateUser } from './user-requests.js';
import { SignedIn } from './user-schemas.js';
import { createUser, deleteUser, listUsers, signInWithApiKey, updateUser } from './user.routes.js';

@Controller()
export class UserController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(signInWithApiKey)
  async signIn({ params, headers }: RouteInput<typeof signInWithApiKey>) {
    const signedIn = await this.identity.signInWithApiKey({
      orgId: params.org,
      apiKeyId: headers['x-api-key-id'],
      apiKey: headers['x-api-key'],
      userId: headers['x-user-id'],
    });
    return shown(SignedIn, sameNames(signedIn));
  }

  @Serves(createUser)
  async create({ caller, body }: RouteInput<typeof createUser>) {
    const { userId } = await this.identity.createUser({ ...toCreateUser(body), caller });
    // Nothing has to be verified: an API key can sign in as the new user at once.
    return { user_id: userId, verify_link: null };
  }

  @Serves(listUsers)
  async list({ caller, query }: RouteInput<typeof listUsers>) {
    const { users, page } = await this.identity.listUsers({
      caller,
      userIds: query.user_id,
      emails: query.email,
      page: toPage(query),
      sortBy: query.sort_by,
    });
    return { users: users.map(fromUser), ...fromPageInfo(page, query) };
  }

  @Serves(updateUser)
  async update({ caller, params, body }: RouteInput<typeof updateUser>): Promise<void> {
    await this.identity.updateUser({ ...toUpdateUser(params.user_id, body), caller });
    // Lists of conversations go by the latest change that an access names.
    if (typeof body.conversations_visible_to_admins === 'boolean') this.accesses.forget(params.org);
  }

  @Serves(deleteUser)
  async delete({ caller, params }: RouteInput<typeof deleteUser>): Promise<void> {
    await this.identity.deleteUser({ caller, userId: params.user_id });
    this.accesses.forget(params.org);
  }
}
