import { Injectable } from '@nestjs/common';
import type { Requester } from '@svc/rpc';
import { PrismaClient } from '../projections/gen/client.js';
import { userStatistics, type UserStatistics } from '../projections/user-statistics.js';

/** The numbers that lists of users show, for users whom the caller was already allowed to see. */
@Injectable()
export class GetUserStatistics {
  constructor(private readonly prisma: PrismaClient) {}

  execute(
    { tenantId }: Requester,
    { userIds }: { readonly userIds: readonly string[] },
  ): Promise<readonly UserStatistics[]> {
    return userStatistics(this.prisma, tenantId, userIds);
  }
}
