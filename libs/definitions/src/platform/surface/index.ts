export {
  readSurfaceTemplate,
  SurfaceBody,
  type SurfaceRequestBody,
  type SurfaceTemplateBody,
} from './surface-body.js';
export {
  shownOf,
  SurfaceBranding,
  surfaceChannels,
  SurfaceField,
  surfaceFieldTypes,
  SurfaceSection,
  type ShownSurface,
} from './surface-spec.js';
