syntax = "proto3";

package svc.{{context}}.v1;

import "svc/common/v1/caller.proto";
import "svc/common/v1/page.proto";

// Errors are DomainErrors (libs/errors); each RPC names those beyond permission_denied.
service {{Context}}Service {
  // conflict (the name is taken), validation_failed.
  rpc Create{{Aggregate}}(Create{{Aggregate}}Request) returns (Create{{Aggregate}}Response);
  // not_found.
  rpc Get{{Aggregate}}(Get{{Aggregate}}Request) returns (Get{{Aggregate}}Response) { option idempotency_level = NO_SIDE_EFFECTS; }
  // In the order of creation. validation_failed for a page out of bounds.
  rpc List{{Aggregate}}s(List{{Aggregate}}sRequest) returns (List{{Aggregate}}sResponse) { option idempotency_level = NO_SIDE_EFFECTS; }
}

message Create{{Aggregate}}Request {
  svc.common.v1.Caller caller = 1;
  string name = 2;
}

message Create{{Aggregate}}Response {
  string {{aggregateSnake}}_id = 1;
}

message Get{{Aggregate}}Request {
  svc.common.v1.Caller caller = 1;
  string {{aggregateSnake}}_id = 2;
}

message Get{{Aggregate}}Response {
  {{Aggregate}} {{aggregateSnake}} = 1;
}

message List{{Aggregate}}sRequest {
  svc.common.v1.Caller caller = 1;
  svc.common.v1.Page page = 2;
}

message List{{Aggregate}}sResponse {
  repeated {{Aggregate}} {{aggregateSnake}}s = 1;
  svc.common.v1.PageInfo page = 2;
}

message {{Aggregate}} {
  string {{aggregateSnake}}_id = 1;
  string name = 2;
  int64 created_at_ms = 3;
}
