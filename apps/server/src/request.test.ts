import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testPerson, testRequest } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { guestRequest } from './operations/form-links/form-link.ts'
import type { Request } from './platform/auth/request.ts'
import type { Actor, Place } from './platform/db/actor.ts'
import { httpRequest } from './platform/http/http-request.ts'
import { actorOf } from './runtime/actor.ts'

const user = testPerson({ workplaceId: 'north', username: 'ada' })
const patience = { kind: 'reading', signal: new AbortController().signal } as const
const request = httpRequest(user, { cause: 'POST /api/things', patience }, 'held')

it('a call says who writes by what it is held, and how long its caller waits', () => {
  expect(actorOf(request)).toEqual({
    ...{ workplaceId: 'north', userId: 'ada', cause: 'POST /api/things' },
    ...{ holder: 'held', patience, hides: null },
  })
  expect({ ...request }).toEqual({
    ...{ workplaceId: 'north', user, cause: 'POST /api/things', holder: 'held', patience },
    ...{ hides: null, maxAge: null },
  })
})

it('the call of a guest is that of a user who came by the link, and nobody else', () => {
  const { user: guest, ...call } = guestRequest(
    { id: 'l', workplace_id: 'north' },
    { cause: 'POST /api/open', patience },
  )
  expect(guest).toMatchObject({ id: 'l', workplaceId: 'north', roles: [], groups: [], authorizations: [] })
  const rest = { holder: null, patience, hides: null, maxAge: null }
  expect(call).toEqual({ workplaceId: 'north', cause: 'POST /api/open', ...rest })
})

/** Never called: types alone say it. A line that is no error any more fails the check of types. */
function refuseCopies(ask: (request: Request) => void, read: (place: Place) => void, write: (actor: Actor) => void) {
  const other = testPerson({ username: 'bob' })
  // @ts-expect-error A copy for somebody else: it would be held by the same, or by nothing.
  ask({ ...request, user: other })
  // @ts-expect-error A copy that is held by nothing.
  ask({ ...request, holder: null })
  // @ts-expect-error Not even a whole copy: somebody will add something to it.
  ask({ ...request })
  // @ts-expect-error Its parts.
  ask({ workplaceId: 'north', user, cause: 'test', holder: null, patience: null })
  // @ts-expect-error Whoever makes it is not the call.
  ask(user)
  // @ts-expect-error A person knows no patience.
  read(user)
  // @ts-expect-error A person knows no holder.
  write({ ...user, userId: user.username, cause: 'test' })
  ask(request)
  read(request)
  write(actorOf(testRequest(user)))
}

it('is not put together from its parts, and not copied', () => {
  expect(refuseCopies).toBeTypeOf('function')
})

/** Who makes one: for a call over HTTP, a job that acts for somebody, the guest of a public link, a listener, and a test. */
const makers = [
  'jobs/job-actor.ts',
  'operations/external-listeners/listener-request.ts',
  'operations/form-links/form-link.ts',
  'platform/http/http-request.ts',
  'testing/test-request.ts',
]

/** Makes one, makes types believe that something is one, or makes something that passes for one. */
const making =
  /\bnew Request\b|\bas (?:any|never|unknown as )?\s*Request\b|\bextends Request\b|\bObject\.assign\([^)]*\brequest\b(?!\.)/

it('is made in five places, by a function each', () => {
  const source = import.meta.dirname
  const found = globSync('**/*.ts', { cwd: source })
    .map((path) => path.replaceAll('\\', '/'))
    // The test of a command line makes requests of the net.
    .filter(
      (path) =>
        !['request.test.ts', 'package-command.test.ts'].includes(path) &&
        making.test(readFileSync(join(source, path), 'utf8')),
    )
  expect(found.sort()).toEqual(makers)
  for (const path of makers)
    expect(readFileSync(join(source, path), 'utf8').match(/\bnew Request\b/g), path).toHaveLength(1)
})
