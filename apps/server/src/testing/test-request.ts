import { Request } from '../platform/auth/request.ts'
import type { Person } from '../platform/auth/user.ts'

/** Creates a request for a test, by a user of whom only the given properties matter. */
export function testRequest(user: Partial<Person> & Pick<Person, 'workplaceId'>): Request {
  return new Request({ user: testPerson(user), cause: 'test', holder: null, patience: null })
}

/** Returns a person without an account, so that nobody can sign in as this person. */
export function testPerson(user: Partial<Person>): Person {
  return {
    ...{ id: '00000000-0000-7000-8000-000000000000', workplaceId: '', username: 'ada' },
    ...{ firstName: null, lastName: null, email: null },
    ...{ roles: [], groups: [], authorizations: [], token: null },
    ...user,
  }
}
