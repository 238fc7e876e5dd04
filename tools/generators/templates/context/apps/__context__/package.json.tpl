{
  "name": "@svc/{{context}}-app",
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "dependencies": {
    "@svc/service-host": "*",
    "@svc/{{context}}": "*"
  },
  "nx": {
    "name": "{{context}}-app",
    "tags": ["type:app", "scope:{{context}}"],
    "targets": { "build": {}, "lint": {} }
  }
}
