import { hostname } from 'node:os';
import { names, text } from '@svc/config';
import { conversationsConfig, defaultTranscriptReaders } from '@svc/conversations';
import { modelConfig } from '@svc/models';
import { serviceConfig } from '@svc/service-host';

/** What the conversations service reads from its environment. */
export const configuration = serviceConfig
  .extend(modelConfig.shape)
  .extend(conversationsConfig.shape)
  .extend({
    IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
    AGENTS_ADDRESS: text().describe('gRPC address of the agents service'),
    MEMORY_ADDRESS: text().describe(
      'gRPC address of the memory service, which is asked what it knows of returning users, and for events that Kafka has not brought',
    ),
    SVC_TRANSCRIPT_READERS: names()
      .default([...defaultTranscriptReaders])
      .describe('names of the certificates that may read transcripts over the network, separated by commas'),
    SVC_INSTANCE: text()
      .default(hostname())
      .describe(
        'name of this instance in the leases of its turns: the same after a restart, unique among the living',
      ),
  });
