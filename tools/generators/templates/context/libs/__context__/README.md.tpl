# {{context}}

What this context is for, in two sentences. Serves `{{Context}}Service` (`proto/svc/{{context}}/v1`). Postgres schema `{{context}}`.

```ts
await runMigrations(database, {{context}}Migrations);
const {{context}} = create{{Context}}Module({ database, clock, ids });
await startRpcServer({ address, services: {{context}}.services, logger });
```

| RPC                | permission, judged with the grant's conditions | and                  |
| ------------------ | ---------------------------------------------- | -------------------- |
| Create{{Aggregate}} | `{{writePermission}}` | names differ |
| Get{{Aggregate}}, List{{Aggregate}}s | `{{readPermission}}` | the list filters |

Streams `org:<id>/{{aggregateSnake}}/<id>`; events in `events.proto`.

Invariants, each with a test: the names of an organization's {{aggregateWords}}s differ; the read models can be rebuilt
from the log.

Test: `node tools/test/jest.mjs --selectProjects unit int -- libs/{{context}}`
