import {
  effectivePermissions,
  permissionsBehind,
  permissionsOfRole,
  workspacePermissionNames,
  workspaceRoleNames,
} from './workspace-permissions.js';

describe('roles of workspaces', () => {
  it('have all permissions of the lower roles, and more', () => {
    const held = workspaceRoleNames.map((role) => permissionsOfRole(role));
    held.slice(1).forEach((permissions, index) => {
      const lesser = held[index] ?? [];
      expect(permissions).toEqual(expect.arrayContaining([...lesser]));
      expect(permissions.length).toBeGreaterThan(lesser.length);
    });
    expect(held.at(-1)).toEqual(workspacePermissionNames);
  });

  it('let a viewer only read, and only admins manage keys', () => {
    expect(permissionsOfRole('viewer').every((name) => name.endsWith('.view'))).toBe(true);
    expect(permissionsOfRole('member')).not.toContain('ApiKey.view');
    expect(permissionsOfRole('admin')).toEqual(expect.arrayContaining(['ApiKey.create', 'ApiKey.delete']));
    expect(permissionsOfRole('admin')).not.toContain('Workspace.archive');
  });
});

describe('a name that a credential lists', () => {
  it.each([
    ['Agent.update', ['Agent.update']],
    ['credentials:read', ['ApiKey.view']],
    ['credentials:write', ['ApiKey.create', 'ApiKey.delete']],
  ])('stands for permissions: %s', (listed, permissions) => {
    expect(permissionsBehind(listed)).toEqual(permissions);
  });

  it.each(['Agent.fly', 'agents:*', '*', '', 'toString', '__proto__', 'null'])(
    'is rejected when it is neither a permission nor a scope: %j',
    (listed) => {
      expect(permissionsBehind(listed)).toBeNull();
    },
  );

  it('is added to the permissions of the role', () => {
    expect(effectivePermissions('viewer', [])).toEqual(permissionsOfRole('viewer'));
    const more = effectivePermissions('viewer', ['credentials:write', 'Agent.view', 'Unknown.thing']);
    expect(new Set(more)).toEqual(
      new Set([...permissionsOfRole('viewer'), 'ApiKey.create', 'ApiKey.delete']),
    );
  });
});
