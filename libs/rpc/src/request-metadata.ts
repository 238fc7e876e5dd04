import { Metadata } from '@grpc/grpc-js';

const requestIdKey = 'x-request-id';
const traceparentKey = 'traceparent';

export interface RequestMetadata {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

export function writeRequestMetadata({ requestId, traceparent }: RequestMetadata): Metadata {
  const metadata = new Metadata();
  if (requestId !== undefined) metadata.set(requestIdKey, requestId);
  if (traceparent !== undefined) metadata.set(traceparentKey, traceparent);
  return metadata;
}

export function readRequestMetadata(metadata: Metadata): RequestMetadata {
  const text = (key: string): string | undefined => {
    const [value] = metadata.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  return { requestId: text(requestIdKey), traceparent: text(traceparentKey) };
}
