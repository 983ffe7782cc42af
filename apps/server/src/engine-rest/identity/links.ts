import type { Call } from '../http/call.ts'

/**
 * Presents the possible actions on a resource, as the answer to `OPTIONS`.
 *
 * @param actions such as `GET self`: the method, and Camunda's name of the link.
 */
export function presentLinks(call: Call, path: string, actions: readonly string[]): unknown {
  const links = actions.map((action) => {
    const [method = '', rel = ''] = action.split(' ')
    const suffix = rel === 'count' || rel === 'create' ? `/${rel}` : ''
    return { method, href: `${call.base}${path}${suffix}`, rel }
  })
  return { links }
}
