import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import type { UserStatistics } from '@svc/contracts/conversations';
import type { z } from 'zod';
import { AccessCache } from '../../access/access-cache.js';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { CONVERSATIONS, IDENTITY, type ConversationsClient, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromUser } from './user-mapping.js';
import { CreateUser, ListUsers, toCreateUser, toUpdateUser, UpdateUser } from './user-schemas.js';

/** User ids have no pattern: an odd one is unknown, 404 (contract-classic.md 1.0). */
@Controller('v1/:org/user')
export class UserController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    @Inject(CONVERSATIONS) private readonly conversations: ConversationsClient,
    private readonly accesses: AccessCache,
  ) {}

  @Post()
  @ForCallers({ requires: ['User:InviteUser'] })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: CreateUser }) body: z.output<typeof CreateUser>,
  ) {
    const { userId } = await this.identity.createUser({ ...toCreateUser(body), caller });
    // Nothing has to be verified: an API key can sign in as the new user at once.
    return { user_id: userId, verify_link: null };
  }

  @Get()
  @ForCallers({ asks: ['User:GetUserInfo'] })
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListUsers }) query: z.output<typeof ListUsers>,
  ) {
    const { users, page } = await this.identity.listUsers({
      caller,
      userIds: query.user_id,
      emails: query.email,
      page: toPage(query),
      sortBy: query.sort_by,
    });
    const statistics = await this.statisticsOf(
      caller,
      users.map(({ userId }) => userId),
    );
    return { users: users.map((user) => fromUser(user, statistics.get(user.userId))), ...fromPageInfo(page) };
  }

  @Post(':user_id')
  @HttpCode(204)
  @ForCallers({ requires: ['User:UpdateUserInfo'] })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('user_id') userId: string,
    @Body({ schema: UpdateUser }) body: z.output<typeof UpdateUser>,
  ): Promise<void> {
    await this.identity.updateUser({ ...toUpdateUser(userId, body), caller });
  }

  @Delete(':user_id')
  @HttpCode(204)
  @ForCallers({ requires: ['User:DeleteUser'], consumes: 'nothing' })
  async delete(@CurrentCaller() caller: Caller, @Param('user_id') userId: string): Promise<void> {
    await this.identity.deleteUser({ caller, userId });
    this.accesses.forget(caller.orgId);
  }

  private async statisticsOf(
    caller: Caller,
    userIds: string[],
  ): Promise<ReadonlyMap<string, UserStatistics>> {
    if (userIds.length === 0) return new Map();
    const { statistics } = await this.conversations.getUserStatistics({ caller, userIds });
    return new Map(statistics.map((each) => [each.userId, each]));
  }
}
