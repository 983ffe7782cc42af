import { z } from 'zod'

/** A point in time, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A user, as shown beside their picture. `displayName` is the username where no name is known. */
export const person = z.object({ username: z.string(), displayName: z.string() })

export type Person = z.output<typeof person>

/** The parameters of a path with an id. An invalid id is answered like an id that does not exist. */
export const idParams = z.object({ id: z.string().max(64) })

const noTag = 'Expected the tag of a language, such as en or pt-BR.'

/** A language tag, such as `en` or `pt-BR`. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, noTag)
  // `de-12` has the look of one.
  .refine(isTag, noTag)

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
