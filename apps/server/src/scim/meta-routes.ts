import { describeProvider, describeResourceTypes, describeSchemas } from './schemas.ts'
import { ScimError } from './scim-error.ts'
import { listAnswer, notFound, type ScimRoute } from './scim-route.ts'

/** What describes the server is read only. */
const others = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

function refuseOthers(path: string): ScimRoute[] {
  return others.map((method) => ({
    method,
    path,
    handle: async () => {
      throw new ScimError(405, null, `Expected GET for ${path}, but it is ${method}.`)
    },
  }))
}

/** Routes for the capabilities of the server, its kinds of resources and their schemas. */
export const metaRoutes: readonly ScimRoute[] = [
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    handle: async ({ base }) => ({ status: 200, body: describeProvider(base) }),
  },
  ...['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'].flatMap(refuseOthers),
  ...[
    ['/ResourceTypes', describeResourceTypes, 'resource type'] as const,
    ['/Schemas', describeSchemas, 'schema'] as const,
  ].flatMap(([path, describe, what]): ScimRoute[] => [
    {
      method: 'GET',
      path,
      handle: async ({ base }) => {
        const all = describe(base)
        return listAnswer(all.length, { startIndex: 1 }, all)
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      handle: async ({ base, params }) => {
        const found = (describe(base) as readonly { readonly id: string }[]).find(({ id }) => id === params['id'])
        if (found === undefined) throw notFound(what)
        return { status: 200, body: found }
      },
    },
  ]),
]
