import { packageSourceCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changePackageSource } from '../../operations/package-sources/change-package-source.ts'
import { createPackageSource } from '../../operations/package-sources/create-package-source.ts'
import { disablePackageSource } from '../../operations/package-sources/disable-package-source.ts'
import { orderLook } from '../../operations/package-sources/order-look.ts'
import { restorePackageSource } from '../../operations/package-sources/restore-package-source.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { getPackageSource } from './get-package-source.ts'
import { packageSources } from './package-source-list.ts'

export function registerPackageSources(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: packageSourceCalls, source: packageSources })
  recordRoutes(app, packageSourceCalls, {
    refOf: ({ id }) => id,
    read: (user, id) => getPackageSource(db, user, id),
    create: (user, fields) => createPackageSource(context, user, fields),
    change: (user, id, fields) => changePackageSource(context, user, { id, ...fields }),
    disable: (user, id, reason) => disablePackageSource(context, user, { id, reason }),
    restore: (user, id) => restorePackageSource(context, user, id),
  })
  route(app, packageSourceCalls.look, ({ request, params }) => orderLook(context, request, params.id))
}
