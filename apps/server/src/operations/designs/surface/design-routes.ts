import type { Call, FormHistory, lockCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import type { OperationContext } from '../../operation-context.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from '../design-kind.ts'
import { disableDesign } from '../disable-design.ts'
import { discardAutoSaved } from '../discard-auto-saved.ts'
import { keepAutoSaved } from '../keep-auto-saved.ts'
import { presentLock } from '../present-design.ts'
import { listVersions } from '../read-versions.ts'
import { releaseDesignLock } from '../release-design-lock.ts'
import { restoreDesign } from '../restore-design.ts'
import { restoreVersion } from '../restore-version.ts'
import { saveVersion, type VersionSaved } from '../save-version.ts'
import { takeDesignLock } from '../take-design-lock.ts'

interface Of<Params> extends Call {
  readonly params: z.ZodType<Params>
}

interface Answered<Params, Answer> extends Of<Params> {
  readonly answer: z.ZodType<Answer>
}

/** The body of a save, in addition to the text. */
interface SaveBody {
  readonly version?: number | undefined
  readonly token?: string | undefined
  readonly note?: string | undefined
}

interface KeptBody {
  readonly version: number
}

type LockCalls<Params> = ReturnType<typeof lockCalls<z.ZodType<Params>>>

export interface DesignCalls<Params, Save extends SaveBody, Kept extends KeptBody, Saved> extends LockCalls<Params> {
  readonly saveDesign: Answered<Params, Saved> & { readonly body: z.ZodType<Save> }
  readonly history: Answered<Params, FormHistory>
  readonly restoreVersion: Answered<Params & { readonly version: number }, Saved> & {
    readonly body: z.ZodType<{ readonly version: number; readonly token?: string | undefined }>
  }
  readonly autoSave: Answered<Params, { readonly savedAt: string }> & { readonly body: z.ZodType<Kept> }
}

interface Served<Params, Save extends SaveBody, Kept extends KeptBody, Saved, Design extends DesignText> {
  readonly calls: DesignCalls<Params, Save, Kept, Saved>
  /** Returns the reference to the design in a path. */
  readonly refOf: (params: Params) => DesignRef
  /** The text in a body. */
  readonly textOf: (body: Save | Kept) => string
  readonly presentSaved: (saved: VersionSaved<Design>) => Saved
}

/**
 * Serves the calls that every kind of design has in addition to those of its record: text, versions, lock and auto
 * saves.
 */
export function designRoutes<
  Params,
  Save extends SaveBody,
  Kept extends KeptBody,
  Saved,
  Row extends DesignRow,
  Design extends DesignText,
>(
  app: FastifyInstance,
  context: OperationContext,
  kind: DesignKind<Row, Design>,
  { calls, refOf, textOf, presentSaved }: Served<Params, Save, Kept, Saved, Design>,
): void {
  const { db } = context
  const present = (saved: VersionSaved<Design> | Refusal) => (saved instanceof Refusal ? saved : presentSaved(saved))
  route(app, calls.saveDesign, async ({ request, params, body }) => {
    const { version, token, note = null } = body
    const save = { text: textOf(body), version, token, note, restoredFrom: null }
    return present(await saveVersion(context, request, kind, { ref: refOf(params), save }))
  })
  route(app, calls.history, ({ request, params }) => listVersions(db, request, kind, refOf(params)))
  route(app, calls.restoreVersion, async ({ request, params, body: { version: current, token } }) => {
    const restoring = { ref: refOf(params), version: params.version, current, token }
    return present(await restoreVersion(context, request, kind, restoring))
  })
  route(app, calls.lock, async ({ request, params, body: { token, takeOver } }) => {
    const held = await takeDesignLock(context, request, kind, { ref: refOf(params), token, takeOver })
    return held instanceof Refusal ? held : db.read(request, (tx) => presentLock(tx, request.user, held))
  })
  route(app, calls.unlock, ({ request, params, query: { token } }) =>
    releaseDesignLock(context, request, kind, { ref: refOf(params), token }),
  )
  route(app, calls.autoSave, async ({ request, params, body }) => {
    const unsaved = { ref: refOf(params), text: textOf(body), version: body.version }
    const savedAt = await keepAutoSaved(context, request, kind, unsaved)
    return savedAt instanceof Refusal ? savedAt : { savedAt: savedAt.toISOString() }
  })
  route(app, calls.discardAutoSaved, ({ request, params }) => discardAutoSaved(context, request, kind, refOf(params)))
}

/** Returns the operations for `recordRoutes` that disable and restore a design. */
export function disabling<Row extends DesignRow>(context: OperationContext, kind: Pick<DesignKind<Row>, 'recordOf'>) {
  return {
    disable: (request: Request, ref: DesignRef, reason: string) =>
      disableDesign(context, request, kind, { ref, reason }),
    restore: (request: Request, ref: DesignRef) => restoreDesign(context, request, kind, ref),
  }
}
