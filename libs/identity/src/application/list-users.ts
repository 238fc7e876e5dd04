import { Injectable } from '@nestjs/common';
import type { Requester } from '@svc/rpc';
import { PrismaClient } from '../projections/gen/client.js';
import { queryUsers, type UserListRequest, type UserPage } from '../projections/users-query.js';
import { requireOrganization } from './require-organization.js';

@Injectable()
export class ListUsers {
  constructor(private readonly prisma: PrismaClient) {}

  /** The users that the caller may see (`User:GetUserInfo`); ties in creation order. */
  execute(requester: Requester, request: UserListRequest): Promise<UserPage> {
    return queryUsers(this.prisma, requester.caller.grants, requireOrganization(requester), request);
  }
}
