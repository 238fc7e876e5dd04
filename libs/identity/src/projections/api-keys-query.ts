import { toPrismaScope, type Grant, type TextFilter } from '@svc/auth';
import type { ApiKeyModel, ApiKeyWhereInput } from './gen/models/ApiKey.js';
import type { PrismaClient } from './gen/client.js';

/** The keys that the grants allow (`Organization:GetAPIKey`), in the order of their creation. */
export async function queryApiKeys(
  prisma: PrismaClient,
  grants: readonly Grant[],
  orgId: string,
): Promise<readonly ApiKeyModel[]> {
  const noRow: ApiKeyWhereInput = { apiKeyId: { in: [] } };
  const places = {
    org_id: { constant: orgId },
    role_id: { where: (filter: TextFilter): ApiKeyWhereInput => ({ roleId: filter }) },
  };
  const scope = toPrismaScope(grants, 'Organization:GetAPIKey', places, noRow);
  return prisma.apiKey.findMany({
    where: { orgId, AND: scope },
    orderBy: [{ createdAt: 'asc' }, { apiKeyId: 'asc' }],
  });
}
