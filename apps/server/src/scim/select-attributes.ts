import type { Values } from './patch/canonical.ts'
import { isValues } from './patch/canonical.ts'

/** The attributes that a client requests or excludes (RFC 7644, section 3.9). */
export interface AskedAttributes {
  readonly only: readonly string[] | null
  readonly without: readonly string[]
}

export function readAsked(query: Readonly<Record<string, string>>): AskedAttributes {
  const list = (text: string | undefined) =>
    text === undefined || text.trim() === '' ? null : text.split(',').map((name) => name.trim().toLowerCase())
  return { only: list(query['attributes']), without: list(query['excludedAttributes']) ?? [] }
}

/** Returns whether an attribute is requested. */
export function isAskedFor({ only, without }: AskedAttributes, name: string): boolean {
  const wanted = name.toLowerCase()
  if (wanted === 'id' || wanted === 'schemas') return true
  if (only !== null)
    return only.some(
      (one) =>
        one === wanted || one.startsWith(`${wanted}.`) || one.endsWith(`:${wanted}`) || one.startsWith(`${wanted}:`),
    )
  return !without.includes(wanted) && !without.some((one) => one.endsWith(`:${wanted}`))
}

/** Returns a resource with the attributes that a client asks for. */
export function selectAttributes(resource: Values, asked: AskedAttributes): Values {
  if (asked.only === null && asked.without.length === 0) return resource
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (!isAskedFor(asked, name)) return []
      return [[name, selectParts(name.toLowerCase(), value, asked)]]
    }),
  )
}

/** `name.givenName` returns a part of an attribute. */
function selectParts(name: string, value: unknown, { only, without }: AskedAttributes): unknown {
  const isWhole = only === null || only.includes(name)
  const isKept = (part: string) =>
    (isWhole || only.some((one) => one === `${name}.${part}`)) && !without.includes(`${name}.${part}`)
  const select = (one: unknown): unknown =>
    isValues(one) && !name.startsWith('urn:')
      ? Object.fromEntries(Object.entries(one).filter(([part]) => isKept(part.toLowerCase())))
      : one
  return Array.isArray(value) ? value.map(select) : select(value)
}
