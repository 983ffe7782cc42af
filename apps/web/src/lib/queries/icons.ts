import { api, iconValue } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A picture in `currentColor`, as the body of an SVG of this size. */
export interface IconPicture {
  readonly size: number
  readonly body: string
}

/**
 * Returns the query of an icon by its value `icon:set`; null when it does not exist. Icons that are requested together
 * are loaded by one call.
 */
export function iconQuery(value: string | null) {
  return queryOptions({
    queryKey: ['icon', value],
    queryFn: () => (value !== null && iconValue.test(value) ? loadIcon(value) : Promise.resolve(null)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The most that one call takes. */
const most = 100
let waiting: { readonly values: Set<string>; readonly answer: Promise<Readonly<Record<string, IconPicture>>> } | null =
  null

async function loadIcon(value: string): Promise<IconPicture | null> {
  if (waiting === null || waiting.values.size >= most) {
    const values = new Set<string>()
    waiting = { values, answer: loadTogether(values) }
  }
  waiting.values.add(value)
  const icons = await waiting.answer
  return Object.hasOwn(icons, value) ? (icons[value] ?? null) : null
}

async function loadTogether(values: Set<string>): Promise<Readonly<Record<string, IconPicture>>> {
  // Everything that is drawn in the same pass has asked by then.
  await new Promise((resolve) => setTimeout(resolve, 0))
  if (waiting?.values === values) waiting = null
  return (await call(api.icons.some, { query: { values: [...values].join(',') } })).icons
}
