import type {
  handleServerStreamingCall,
  handleUnaryCall,
  Server,
  ServerUnaryCall,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { toStatus } from './error-metadata.js';
import type { IncomingCall, StreamReply } from './incoming-call.js';
import { readRequestMetadata } from './request-metadata.js';
import { tlsPeer, type RpcPeer } from './rpc-peer.js';
import type { ServedMethod } from './served-method.js';

type GrpcStream = ServerWritableStream<unknown, Buffer>;
type GrpcCall = ServerUnaryCall<unknown, Buffer> | GrpcStream;

/**
 * Serves the method to every connection.
 * @param unnamedPeer the peer of connections without a certificate.
 * @throws Error if the server has one of the same path
 */
export function registerMethod(server: Server, served: ServedMethod, unnamedPeer: RpcPeer): void {
  const { method } = served;
  // Handlers return bytes: a proto that can't be encoded must fail like any other error of a handler.
  const asIs = (bytes: Buffer): Buffer => bytes;
  const decode = (bytes: Buffer): unknown => method.requestDeserialize(bytes);
  let isNew: boolean;
  if (method.responseStream) {
    const handle: handleServerStreamingCall<unknown, Buffer> = (call) =>
      served.stream(incoming(call, unnamedPeer), streamReply(call));
    isNew = server.register(method.path, handle, asIs, decode, 'serverStream');
  } else {
    const handle: handleUnaryCall<unknown, Buffer> = (call, respond) =>
      served.answer(incoming(call, unnamedPeer), {
        answer: (message) => respond(null, message),
        refuse: (error) => respond(toStatus(error)),
      });
    isNew = server.register(method.path, handle, asIs, decode, 'unary');
  }
  if (!isNew) throw new Error(`${method.path} is served twice`);
}

function incoming(call: GrpcCall, unnamedPeer: RpcPeer): IncomingCall {
  return {
    request: call.request,
    metadata: readRequestMetadata(call.metadata),
    peer: peerOf(call, unnamedPeer),
    onCancelled: (listener) => {
      call.once('cancelled', listener);
      return () => call.off('cancelled', listener);
    },
  };
}

function streamReply(call: GrpcStream): StreamReply {
  return {
    // Passed to the connection, which waits for the caller to read.
    send: (message) =>
      new Promise((resolve, reject) => {
        call.write(message, (error: Error | null | undefined) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    end: () => call.end(),
    // grpc-js turns an emitted error into the status of the stream. A later message would end the process.
    refuse: (error) => void call.emit('error', toStatus(error)),
  };
}

function peerOf(call: GrpcCall, unnamedPeer: RpcPeer): RpcPeer {
  // A unix socket has no certificate. Asking for one would slow each call.
  if (unnamedPeer.transport === 'unix') return unnamedPeer;
  const { sslPeerCertificate } = call.getAuthContext();
  return sslPeerCertificate ? tlsPeer(sslPeerCertificate) : unnamedPeer;
}
