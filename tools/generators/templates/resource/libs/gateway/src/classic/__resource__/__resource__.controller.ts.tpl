import { Controller, Inject } from '@nestjs/common';
import { {{clientToken}}, type {{client}} } from '../../services.js';

@Controller()
export class {{resourcePascal}}Controller {
  constructor(@Inject({{clientToken}}) private readonly {{context}}: {{client}}) {}
}
