{
  "name": "@svc/{{context}}",
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "exports": {
    ".": {
      "@svc/source": "./src/index.ts",
      "types": "./out-tsc/index.d.ts",
      "default": "./dist/index.js"
    }
  },
  "dependencies": {
    "@svc/kernel": "*",
    "@svc/errors": "*",
    "@svc/contracts": "*",
    "@svc/auth": "*",
    "@svc/postgres": "*",
    "@svc/event-bus": "*",
    "@svc/event-store": "*",
    "@svc/rpc": "*",
    "@svc/service-host": "*"
  },
  "devDependencies": {
    "@svc/runtime": "*",
    "@svc/telemetry": "*",
    "@svc/testing": "*"
  },
  "nx": {
    "name": "{{context}}",
    "tags": ["type:context", "scope:{{context}}"],
    "targets": {
      "codegen": {
        "options": { "command": "node tools/codegen/prisma.mjs {projectRoot}" },
        "inputs": ["{projectRoot}/prisma/schema.prisma"],
        "outputs": ["{projectRoot}/src/projections/gen"]
      },
      "build": {},
      "lint": {},
      "test": {}
    }
  }
}
