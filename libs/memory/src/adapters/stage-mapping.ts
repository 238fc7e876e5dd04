import { PostProcessingStage } from '@svc/contracts/memory';
import { stages, type Stage } from '../domain/post-processing/stages.js';

const messages: Readonly<Record<Stage, PostProcessingStage>> = {
  'extract-memories': PostProcessingStage.POST_PROCESSING_STAGE_EXTRACT_MEMORIES,
  'generate-user-models': PostProcessingStage.POST_PROCESSING_STAGE_GENERATE_USER_MODELS,
};

export function stageToProto(stage: Stage): PostProcessingStage {
  return messages[stage];
}

/** @throws TypeError for a stage that this release does not know */
export function stageFromProto(message: PostProcessingStage): Stage {
  const stage = stages.find((known) => messages[known] === message);
  if (stage === undefined) throw new TypeError(`There is no stage ${message} of post-processing.`);
  return stage;
}
