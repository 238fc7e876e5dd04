import { z } from 'zod';
import { listOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { patterned, text } from '../schema/text.js';
import { speech } from './voice.js';

const words = listOf(text({ least: 1, most: 256 }), { most: 500 });

export const ServiceForwardingConfig = z
  .object({
    forward_to: patterned(/^\+[1-9]\d{1,14}$/, 'must be a number of E.164, such as +15551234567', {
      least: 3,
      most: 16,
    }),
    should_disconnect: z.boolean().default(true),
    warm_transfer: z.boolean().default(true),
  })
  .meta({ id: 'ServiceForwardingConfigRequest' });

/** The voice of one service. Null takes that of the workspace, then of the installation. */
export const ServiceVoiceConfig = z
  .object({
    tts_model: orNull(z.enum(['sonic-turbo', 'sonic-3'])),
    max_buffer_delay_ms: orNull(z.int()),
    eager_eot_threshold: orNull(z.number()),
    eot_timeout_ms: orNull(z.int()),
    filler_style: z.enum(['backchannel', 'phrase', 'silent']).default('backchannel'),
    filler_vocabulary: orNull(words),
    backchannel_delay_ms: z.int().default(400),
    max_response_sentences: orNull(z.int()),
    max_response_words: orNull(z.int()),
    barge_in_min_speech_s: orNull(z.number()),
    barge_in_cooldown_s: orNull(z.number()),
    min_tts_speed: orNull(z.number()),
    post_eot_pause_ms: orNull(z.int()),
    transition_deadline_ms: orNull(z.int()),
    progress_interval_ms: orNull(z.int()),
    empathy_hold_ms: orNull(z.int()),
    filler_cooldown_ms: orNull(z.int()),
    progress_vocabulary: orNull(words),
    ...speech,
    realtime_voice: orNull(
      z.enum(['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']),
    ),
    forward_call_enabled: z.boolean().default(false),
    forwarding: orNull(ServiceForwardingConfig),
  })
  .meta({ id: 'ServiceVoiceConfigRequest' });
