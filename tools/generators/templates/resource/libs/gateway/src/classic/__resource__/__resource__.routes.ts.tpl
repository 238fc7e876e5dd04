import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
