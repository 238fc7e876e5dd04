syntax = "proto3";

package svc.{{context}}.v1;

import "svc/common/v1/options.proto";

// Payloads of the {{context}} context's events. The message name is the event type. Evolution is additive.

// Stream {{aggregateSnake}}/<{{aggregateSnake}}_id>. Public.
message {{Aggregate}}Created {
  option (svc.common.v1.public) = true;
  string {{aggregateSnake}}_id = 1;
  string name = 2;
  int64 created_at_ms = 3;
}
