import type { Call } from '../http/call.ts'

/**
 * What can be done with a resource, as `OPTIONS` answers it.
 *
 * @param actions such as `GET self`: the method, and what Camunda calls the link.
 */
export function presentLinks(call: Call, path: string, actions: readonly string[]): unknown {
  const links = actions.map((action) => {
    const [method = '', rel = ''] = action.split(' ')
    const suffix = rel === 'count' || rel === 'create' ? `/${rel}` : ''
    return { method, href: `${call.base}${path}${suffix}`, rel }
  })
  return { links }
}
