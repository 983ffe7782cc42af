import { Request } from '../platform/auth/request.ts'
import type { Person } from '../platform/auth/user.ts'

/** A call of a test, by somebody about whom nothing but this counts. */
export function testRequest(user: Partial<Person> & Pick<Person, 'workplaceId'>): Request {
  return new Request({ user: testPerson(user), cause: 'test', holder: null, patience: null })
}

/** Without an account: nobody signs in as them. */
export function testPerson(user: Partial<Person>): Person {
  return {
    ...{ id: '00000000-0000-7000-8000-000000000000', workplaceId: '', username: 'ada' },
    ...{ firstName: null, lastName: null, email: null },
    ...{ roles: [], groups: [], authorizations: [], token: null },
    ...user,
  }
}
