import type { Person } from '../../platform/auth/user.ts'

const prefix = 'listener:'

/** The name of a listener as a user of the engine. No user has such a name, for a user name has no colon. */
export function listenerName(listenerId: string): string {
  return `${prefix}${listenerId}`
}

export function isListener(username: string): boolean {
  return username.startsWith(prefix)
}

/**
 * Returns the user as whom a listener acts: without account, roles or groups. Whoever saved the target of the listener
 * had the right to it, and it is the only right that the listener has.
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
