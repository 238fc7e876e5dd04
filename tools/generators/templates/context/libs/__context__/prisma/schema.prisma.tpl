// The read models that list queries use. The tables come from prisma/migrations; a test compares both.

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
  orgId     String   @map("org_id")
  {{aggregate}}Id String @map("{{aggregateSnake}}_id")
  name      String
  createdAt DateTime @map("created_at") @db.Timestamptz(3)

  @@id([orgId, {{aggregate}}Id])
  @@unique([orgId, name], map: "{{aggregateSnake}}_name_key")
  @@map("{{aggregateSnake}}")
  @@schema("{{context}}")
}
