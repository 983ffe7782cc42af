import type { z } from 'zod'
import { defineCall } from './call.ts'
import { deletedReason } from './disabling.ts'
import { idParams as params } from './values.ts'

/** The tag and the audience that all calls for external systems share. */
export const of = { tag: 'External systems', audience: ['RoleIntegration'] } as const
export const gone = 'thing.not-found'
export const touches = ['externalSystems'] as const

type Path = `/${string}`

/** Creates the calls that disable and restore one kind of external object. */
export function disabling<const P extends Path, const R extends Path, A extends z.ZodType>({
  path,
  restore,
  what,
  answer,
}: {
  readonly path: P
  readonly restore: R
  readonly what: string
  readonly answer: A
}) {
  return {
    disable: defineCall({
      ...of,
      method: 'DELETE',
      path,
      summary: `Disables ${what}, with a reason.`,
      touches,
      happensOnce: true,
      params,
      query: deletedReason,
      answer,
      errors: [gone, 'thing.disabled', 'external.in-use'],
    }),
    restore: defineCall({
      ...of,
      method: 'POST',
      path: restore,
      summary: `Restores ${what} that was disabled.`,
      touches,
      happensOnce: true,
      params,
      answer,
      errors: [gone, 'thing.disabled', 'thing.exists'],
    }),
  }
}
