import { applicationImportCalls, importPlan } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { importIntoApplication } from '../../operations/imports/import-into-application.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload } from '../../platform/http/read-upload.ts'
import { route } from '../../platform/http/route.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import type { PackedFile } from '../../runtime/imports/unpack.ts'
import { reportImport } from './report-import.ts'

export function registerImports(app: FastifyInstance, context: AppContext): void {
  route(app, applicationImportCalls.read, ({ request, params, body }) =>
    reportImport(context, request, { applicationId: idOf(params.appId), files: filesOf(body) }),
  )
  route(app, applicationImportCalls.run, async ({ request, params, body }) => {
    const plan = importPlan.safeParse(parse(body.fields.get('plan') ?? ''))
    if (!plan.success) return refusePlan(plan.error.issues)
    return importIntoApplication(context, request, {
      applicationId: idOf(params.appId),
      files: filesOf(body),
      plan: plan.data,
    })
  })
}

/** The application 0 is one that is made for it. */
function idOf(appId: string): string | null {
  return appId === '0' ? null : appId
}

function filesOf({ files }: Upload): PackedFile[] {
  return files.map(({ name, content }) => ({ name, bytes: getBytes(content) }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusePlan(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Refusal {
  return refuse(
    'request.invalid',
    'Expected a part “plan” with JSON and an action for each file, but it is missing or not valid.',
    issues.slice(0, 100).map(({ path, message }) => ({ where: ['plan', ...path].join('.'), message })),
  )
}
