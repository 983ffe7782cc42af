import type { Person } from '../../platform/auth/user.ts'

const prefix = 'listener:'

/**
 * Returns the name under which a listener starts instances and sends messages. No user can have it, because user names
 * have no colon.
 */
export function listenerName(listenerId: string): string {
  return `${prefix}${listenerId}`
}

export function isListener(username: string): boolean {
  return username.startsWith(prefix)
}

/**
 * Returns the technical user of a listener: without account, roles or groups. Its only permission is that for its
 * target, which was checked when the target was saved.
 *
 * @param processKey the process that it starts; null: messages to all processes.
 */
export function listenerPerson(id: string, workplaceId: string, processKey: string | null): Person {
  return {
    id,
    workplaceId,
    username: listenerName(id),
    firstName: null,
    lastName: null,
    email: null,
    roles: [],
    groups: [],
    authorizations: [],
    grants: [
      {
        role: 'listener',
        kind: 'process',
        thing: processKey,
        actions: processKey === null ? ['start', 'operate'] : ['start'],
        processes: null,
      },
    ],
    token: null,
  }
}
