import { externalImportCalls as calls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { importAdapters, previewImport } from '../../operations/external-imports/import-adapters.ts'
import { listChanges } from '../../operations/external-imports/plan-import.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'

export function registerExternalImports(app: FastifyInstance, context: AppContext): void {
  route(app, calls.preview, async ({ request, params, body }) => {
    const plan = await previewImport(context, request, { apiId: params.id, text: body.text })
    if (plan instanceof Refusal) return plan
    return {
      title: plan.title,
      requests: plan.requests.map((planned) => {
        const { ref, key, name, notes } = planned.request
        const { method, path } = planned.settings
        return { ref, key, name, method, path, state: planned.state, changes: listChanges(planned), notes: [...notes] }
      }),
    }
  })
  route(app, calls.run, ({ request, params, body }) => importAdapters(context, request, { apiId: params.id, ...body }))
}
