import { callerOf } from '@svc/testing';

export const ada = callerOf('ada');
