import type { ChannelOptions } from '@grpc/grpc-js';

/** A page of 500 messages of 20,000 characters, up to 40 MB, plus a margin. Both ends are ours. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** Options of both ends. A silent peer is detected within 40 s. */
const commonChannelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
};

export const serverChannelOptions = (streamsPerConnection: number): ChannelOptions => ({
  ...commonChannelOptions,
  'grpc.max_concurrent_streams': streamsPerConnection,
});

export const clientChannelOptions: ChannelOptions = {
  ...commonChannelOptions,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // A proxy in the environment is never used for our own services.
  'grpc.enable_http_proxy': 0,
  // Otherwise DNS TXT records could configure our calls.
  'grpc.service_config_disable_resolution': 1,
  // A connection of its own, so that closing a client closes its connection.
  'grpc.use_local_subchannel_pool': 1,
};
