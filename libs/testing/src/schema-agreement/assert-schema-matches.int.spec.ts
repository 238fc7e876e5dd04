import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../test-database.js';
import { assertSchemaMatches } from './assert-schema-matches.js';

const schemaPrisma = `
  datasource db {
    provider = "postgresql"
    schemas  = ["shop"]
  }
  enum Colour {
    red
    green
    @@map("colour")
    @@schema("shop")
  }
  model Item {
    tenantId  String   @map("tenant_id")
    id        String   @db.Uuid
    name      String
    price     Int?
    stock     BigInt
    colour    Colour
    tags      String[]
    detail    Json
    digest    Bytes
    createdAt DateTime @default(now()) @map("created_at") @db.Timestamptz(6)
    parts     Part[]

    @@id([tenantId, id])
    @@unique([tenantId, name])
    @@map("item")
    @@schema("shop")
  }
  model Part {
    number   Int    @id
    tenantId String @map("tenant_id")
    itemId   String @map("item_id") @db.Uuid
    item     Item   @relation(fields: [tenantId, itemId], references: [tenantId, id])

    @@map("part")
    @@schema("shop")
  }`;

/** As a migration would say it: other words, other order, more than Prisma needs to know. */
const migrated = `
  CREATE SCHEMA shop;
  CREATE TYPE shop.colour AS ENUM ('red', 'green');
  CREATE TABLE shop.event (position bigint PRIMARY KEY, payload text NOT NULL);
  CREATE TABLE shop.item (
    id uuid NOT NULL,
    tenant_id text NOT NULL,
    name text NOT NULL CHECK (name <> ''),
    price int,
    stock bigint NOT NULL DEFAULT 0,
    colour shop.colour NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    detail jsonb NOT NULL,
    digest bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
  );
  CREATE UNIQUE INDEX item_name ON shop.item (tenant_id, name);
  CREATE UNIQUE INDEX one_red ON shop.item (tenant_id) WHERE colour = 'red';
  CREATE INDEX ON shop.item (created_at);
  CREATE TABLE shop.part (number int PRIMARY KEY, tenant_id text NOT NULL, item_id uuid NOT NULL);`;

let test: TestDatabase;
let folder: string;
let prismaSchema: string;

beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.pool.query(migrated);
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-schema-'));
  prismaSchema = path.join(folder, 'schema.prisma');
  writeFileSync(prismaSchema, schemaPrisma);
});
afterEach(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const assertAgreement = () => assertSchemaMatches({ database: test.database, schema: 'shop', prismaSchema });

describe('schema.prisma and the migrated database', () => {
  it('agree when they mean the same, whatever else the database holds', async () => {
    await expect(assertAgreement()).resolves.toBeUndefined();
  });

  it.each([
    ['DROP TABLE shop.part', 'table part: not in the database'],
    [
      'ALTER TABLE shop.item DROP COLUMN price',
      'column item.price: integer in schema.prisma, absent in the database',
    ],
    [
      'ALTER TABLE shop.item ADD COLUMN extra int',
      'column item.extra: absent in schema.prisma, integer in the database',
    ],
    [
      'ALTER TABLE shop.item ALTER COLUMN price TYPE bigint',
      'column item.price: integer in schema.prisma, bigint in the database',
    ],
    [
      'ALTER TABLE shop.item ALTER COLUMN price SET NOT NULL',
      'column item.price: integer in schema.prisma, integer NOT NULL in the database',
    ],
    [
      'ALTER TABLE shop.item ALTER COLUMN created_at TYPE timestamptz(3)',
      'column item.created_at: timestamp with time zone NOT NULL in schema.prisma, timestamp(3) with time zone NOT NULL in the database',
    ],
    [
      `ALTER TYPE shop.colour ADD VALUE 'blue'`,
      'column item.colour: shop.colour {red,green} NOT NULL in schema.prisma, shop.colour {red,green,blue} NOT NULL in the database',
    ],
    ['DROP INDEX shop.item_name', 'table item: UNIQUE (tenant_id, name) stands only in schema.prisma'],
    [
      'CREATE UNIQUE INDEX one_part ON shop.part (tenant_id, item_id)',
      'table part: UNIQUE (tenant_id, item_id) stands only in the database',
    ],
    [
      'ALTER TABLE shop.part DROP CONSTRAINT part_pkey',
      'table part: PRIMARY KEY (number) stands only in schema.prisma',
    ],
  ])('given %s, differ in exactly that', async (change, difference) => {
    await test.database.pool.query(change);
    const failure = await assertAgreement().catch((reason: Error) => reason.message);
    const [, ...lines] = String(failure).split('\n');
    expect(lines).toEqual([difference]);
  });

  it('are not called agreed when the file names no table of that schema', async () => {
    await expect(
      assertSchemaMatches({ database: test.database, schema: 'public', prismaSchema }),
    ).rejects.toThrow('names no table of schema "public"');
  });
});
