import { licenceCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { uploadLicence } from '../../operations/licences/upload-licence.ts'
import { createInstallationKey } from '../../platform/auth/installation-key.ts'
import { route } from '../../platform/http/route.ts'
import { getLicence } from './get-licence.ts'

export function registerLicence(app: FastifyInstance, context: AppContext): void {
  const own = { ...context, key: createInstallationKey(context.secret), vendorKeys: context.config.licenceKeys }
  route(app, licenceCalls.get, ({ request }) => getLicence(own, request))
  route(
    app,
    licenceCalls.upload,
    async ({ request, body }) => (await uploadLicence(own, request, body)) ?? getLicence(own, request),
  )
}
