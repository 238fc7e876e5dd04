// The read models. The tables come from prisma/migrations; a test compares both.

generator client {
  provider               = "prisma-client"
  output                 = "../src/projections/gen"
  runtime                = "nodejs"
  moduleFormat           = "esm"
  importFileExtension    = "js"
  generatedFileExtension = "ts"
}

datasource db {
  provider = "postgresql"
  schemas  = ["{{context}}"]
}

model {{Aggregate}} {
  tenantId  String   @map("tenant_id")
  {{aggregate}}Id String @map("{{aggregateSnake}}_id")
  name      String
  createdAt DateTime @map("created_at") @db.Timestamptz(3)

  @@id([tenantId, {{aggregate}}Id])
  @@unique([tenantId, name], map: "{{aggregateSnake}}_name_key")
  @@map("{{aggregateSnake}}")
  @@schema("{{context}}")
}
