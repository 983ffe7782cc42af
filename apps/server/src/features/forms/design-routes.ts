import type { Call, formCalls, formTemplateCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { presentLock } from '../../operations/designs/present-design.ts'
import { listVersions } from '../../operations/designs/read-versions.ts'
import { discardAutoSaved } from '../../operations/forms/discard-auto-saved.ts'
import type { FormRef } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import { keepAutoSaved } from '../../operations/forms/keep-auto-saved.ts'
import { releaseEditLock } from '../../operations/forms/release-edit-lock.ts'
import { restoreVersion } from '../../operations/forms/restore-version.ts'
import { type DesignSaved, saveDesign } from '../../operations/forms/save-design.ts'
import { takeEditLock } from '../../operations/forms/take-edit-lock.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { compareVersions } from './compare-versions.ts'
import { getDesigner } from './get-designer.ts'

/** The calls that designs of forms and of templates have alike. */
type DesignCalls = Pick<
  typeof formCalls | typeof formTemplateCalls,
  | 'designer'
  | 'saveDesign'
  | 'history'
  | 'compare'
  | 'restoreVersion'
  | 'lock'
  | 'unlock'
  | 'autoSave'
  | 'discardAutoSaved'
>

type Params<C extends Call> = C['params'] extends infer P
  ? P extends { _zod: { output: infer O } }
    ? O
    : never
  : never

/** @param refOf which form a path means. */
export function registerDesign<Calls extends DesignCalls>(
  app: FastifyInstance,
  context: AppContext,
  { calls, refOf }: { readonly calls: Calls; readonly refOf: (params: Params<Calls['designer']>) => FormRef },
): void {
  const { db } = context
  const of = (params: unknown) => refOf(params as Params<Calls['designer']>)
  route(app, calls.designer, ({ request, params }) => getDesigner(db, request, of(params)))
  route(app, calls.saveDesign, async ({ request, params, body }) => {
    const { designerJson: text, version, token, note = null } = body
    const save = { text, version, token, note, restoredFrom: null }
    return present(await saveDesign(context, request, { ref: of(params), save }))
  })
  route(app, calls.history, ({ request, params }) => listVersions(db, request, formDesigns, of(params)))
  route(app, calls.compare, ({ request, params, query }) =>
    compareVersions(context, request, { ref: of(params), ...query }),
  )
  route(app, calls.restoreVersion, async ({ request, params, body }) => {
    const restoring = { ref: of(params), version: params.version, current: body.version, token: body.token }
    return present(await restoreVersion(context, request, restoring))
  })
  route(app, calls.lock, async ({ request, params, body }) => {
    const held = await takeEditLock(context, request, { ref: of(params), token: body.token, takeOver: body.takeOver })
    return held instanceof Refusal ? held : db.read(request, (tx) => presentLock(tx, request.user, held))
  })
  route(app, calls.unlock, ({ request, params, query }) =>
    releaseEditLock(context, request, { ref: of(params), token: query.token }),
  )
  route(app, calls.autoSave, async ({ request, params, body }) => {
    const savedAt = await keepAutoSaved(context, request, { ref: of(params), ...body })
    return savedAt instanceof Refusal ? savedAt : { savedAt: savedAt.toISOString() }
  })
  route(app, calls.discardAutoSaved, ({ request, params }) => discardAutoSaved(context, request, of(params)))
}

function present(saved: DesignSaved | Refusal) {
  if (saved instanceof Refusal) return saved
  const { version, savedAt, renderedJson } = saved
  return { message: pageTexts.pageCatalogue.formDesignerSaved, version, savedAt: savedAt.toISOString(), renderedJson }
}
