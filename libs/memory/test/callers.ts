import { callerOf } from '@svc/testing';

export const ada = callerOf('ada');
export const bob = callerOf('bob');
export const superAdministrator = callerOf('root', 'DefaultSuperAdministratorRole');
