import type { ListModelsResponse } from '@svc/contracts/conversations';
import { shown } from '../../wire/shown.js';
import { ModelList } from './admin-schemas.js';

export function fromModels({ models }: ListModelsResponse) {
  return shown(ModelList, {
    models: models.map(({ name, paramsSchemaJson }) => ({
      name,
      params_model_schema: JSON.parse(paramsSchemaJson) as Readonly<Record<string, unknown>>,
    })),
  });
}
