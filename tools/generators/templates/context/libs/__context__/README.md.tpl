# {{context}}

What this context is for, in two sentences. Serves `{{Context}}Service` (`proto/svc/{{context}}/v1`). Postgres schema `{{context}}`.

```ts
await startContext({ context: {{context}}Context, module: {{Context}}Module, platform, address });
```

| stream (`<tenant>/…`) | events | a unique key says |
| --- | --- | --- |
| `{{aggregateSnake}}/<id>` | `{{Aggregate}}Created` | one {{aggregateWords}} of a name in the tenant |

- A use case (`src/application`, one class a file) judges the permission (`{{writePermission}}` to create,
  `{{readPermission}}` to read) and gives a command to `{{Aggregate}}s`. Lists hold what the caller may see.
- The table is declared in `src/projections/{{aggregateKebab}}-table.ts`; queries select what it declares.
- `ReadModels.rebuild()` makes all tables anew from the log, to the identical content, while the service goes on.
- `VerifyLog` says whether the log is what was written; `events verify` asks it once the context stands in `contexts` of the
  standalone.

Test: `node tools/test/jest.mjs --selectProjects unit int -- libs/{{context}}`. Change `prisma/schema.prisma` together with
`prisma/migrations`: a test compares both.
