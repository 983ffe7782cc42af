import { z } from 'zod'

/** The actions that an own role can permit, by kind of object. Each permission includes reading the object. */
export const permissionActions = {
  application: ['see', 'start', 'work', 'design', 'deploy', 'operate', 'restricted'],
  process: ['see', 'start', 'work', 'operate', 'restricted'],
  category: ['see', 'start', 'work', 'operate', 'restricted'],
  dataList: ['see', 'design'],
  emailTemplate: ['see', 'design'],
  systemTemplate: ['see', 'design'],
  deployment: ['see', 'deploy', 'delete'],
} as const

export const permissionKinds = [
  'application',
  'process',
  'category',
  'dataList',
  'emailTemplate',
  'systemTemplate',
  'deployment',
] as const satisfies readonly PermissionKind[]

/** Kinds without permissions on a single object: they are about all objects of the kind. */
export const wholeKinds: readonly PermissionKind[] = ['systemTemplate', 'deployment']

export type PermissionKind = keyof typeof permissionActions
export type PermissionAction = (typeof permissionActions)[PermissionKind][number]

function permissionOf<const Kind extends PermissionKind>(kind: Kind) {
  const actions = permissionActions[kind] as readonly [PermissionAction, ...PermissionAction[]]
  return z.object({
    kind: z.literal(kind),
    /** Id of the application, category, data list or email template, key of the process; null: all of the kind. */
    thing: z
      .string()
      .min(1)
      .max(255)
      .nullable()
      .refine((thing) => thing === null || !wholeKinds.includes(kind), 'Expected null: the permission is for all.'),
    actions: z
      .array(z.enum(actions))
      .min(1)
      .max(actions.length)
      .transform((given) => actions.filter((action) => given.includes(action))),
  })
}

/** One permission of an own role: actions on one object, or on all objects of a kind. */
export const permission = z.discriminatedUnion('kind', [
  permissionOf('application'),
  permissionOf('process'),
  permissionOf('category'),
  permissionOf('dataList'),
  permissionOf('emailTemplate'),
  permissionOf('systemTemplate'),
  permissionOf('deployment'),
])

export type Permission = z.output<typeof permission>

/** A permission with the name of its object. */
export const shownPermission = z.object({
  kind: z.enum(permissionKinds),
  thing: z.string().nullable(),
  /** The name of the object; null: it does not exist, or the permission is for all objects of the kind. */
  name: z.string().nullable(),
  actions: z.array(z.string()),
})

export type ShownPermission = z.output<typeof shownPermission>

/**
 * Rights that open pages to users without the role of the page, such as by an own role. Pages then show only objects
 * that the right covers.
 */
export const openings = [
  'applications.read',
  'applications.design',
  'applications.deploy',
  'data-lists.read',
  'data-lists.design',
  'email-templates.read',
  'email-templates.design',
  'system-templates.read',
  'system-templates.design',
  'deployments.read',
  'deployments.create',
  'deployments.delete',
  'definitions.read',
  'definitions.operate',
  'instances.read',
  'instances.operate',
  'instances.delete',
  'tasks.read',
  'tasks.operate',
] as const

export type Opening = (typeof openings)[number]

/** The extent of a right: all keys except some, or only some keys. */
export const shownReach = z.object({ isEverywhere: z.boolean(), keys: z.array(z.string()) })

export type ShownReach = z.output<typeof shownReach>

/** The extents of the rights that a user has by own roles or authorizations, by right. */
export const shownReaches = z.partialRecord(z.enum(openings), shownReach)
