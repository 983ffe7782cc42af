import { type ImportResult, limits } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { decisionRecord } from '../app-decisions/app-decision.ts'
import { insertDecisionRow } from '../app-decisions/create-app-decision.ts'
import { toDecisionName } from '../app-decisions/design-file.ts'
import * as decisions from '../app-decisions/save-decision-design.ts'
import { processRecord } from '../app-processes/app-process.ts'
import { insertProcessRow } from '../app-processes/create-app-process.ts'
import { toProcessName } from '../app-processes/design-file.ts'
import * as processes from '../app-processes/save-process-design.ts'
import { type DesignKind, decisionDesigns, formDesigns, processDesigns } from '../designs/design-kind.ts'
import { type Designed, refuseOthers } from '../designs/refuse-others.ts'
import { insertFormRow } from '../forms/create-form.ts'
import { formRecordOf } from '../forms/form.ts'
import * as forms from '../forms/save-design.ts'
import { findFree } from '../free-name.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import type { ExistingPart } from './existing-parts.ts'
import type { PreparedPart } from './prepare-parts.ts'

export type MadePart = ImportResult['parts'][number]

interface Adding {
  readonly part: PreparedPart
  readonly applicationId: string
  readonly at: Date
  /** In lower case: taken in the application. */
  readonly names: Set<string>
}

/** Makes a new part of an application, whose name gives way to those that are there. */
export async function addPart(
  { runtime }: Pick<OperationContext, 'runtime'>,
  tx: Tx,
  user: User,
  { part, applicationId, at, names }: Adding,
): Promise<MadePart> {
  const { path, kind, key } = part
  const id = runtime.newId()
  const wanted = nameOf(part)
  const isTaken = (one: string) => names.has(one.toLowerCase())
  const name = isTaken(wanted) ? findFree(wanted, { max: limits.name, word: ' copy', gap: ' ' }, isTaken) : wanted
  names.add(name.toLowerCase())
  const row = { id, applicationId, name, note: noteOf(path), at }
  switch (part.kind) {
    case 'process':
      await insertProcessRow(tx, user, { ...row, design: part.design, icon: null, categoryId: null })
      break
    case 'decision':
      await insertDecisionRow(tx, user, { ...row, design: part.design })
      break
    case 'form': {
      const { designerJson, renderedJson } = part.file
      await insertFormRow(tx, user, { id, applicationId, name, formKey: key, labels: '', at })
      const form = { id, version: 0 }
      const { note } = row
      await tx.batch(
        forms.designedStatements(user, { form, designerJson, renderedJson, note, restoredFrom: null, savedAt: at }),
      )
    }
  }
  return { path, kind, id, name, key, version: 1 }
}

interface Replacing {
  readonly part: PreparedPart
  readonly before: ExistingPart
  readonly at: Date
}

/** Makes it the next version of what is there, unless somebody is at its design. */
export async function replacePart(tx: Tx, user: User, { part, before, at }: Replacing): Promise<MadePart | Refusal> {
  const { path, kind, key } = part
  const found = await findReplaced(tx, user, { part, before, at })
  if (found instanceof Refusal) return found
  const { design, designKind, statements } = found
  const save = { token: undefined, version: undefined }
  const refusal = await refuseOthers(tx, user, { kind: designKind, design, save })
  if (refusal !== null) return refusal
  await tx.batch(statements)
  const name = part.kind === 'form' ? design.name : nameOf(part)
  return { path, kind, id: design.id, name, key, version: design.version + 1 }
}

interface Replaced {
  readonly design: Designed
  readonly designKind: DesignKind
  readonly statements: readonly Statement[]
}

async function findReplaced(
  tx: Tx,
  user: User,
  { part, before: { id, applicationId }, at }: Replacing,
): Promise<Replaced | Refusal> {
  const ref = { id, applicationId }
  const more = { note: noteOf(part.path), restoredFrom: null, savedAt: at }
  const lock = { lock: true }
  switch (part.kind) {
    case 'process': {
      const row = await loadRecord(tx, user, processRecord, ref, lock)
      if (row instanceof Refusal) return row
      const statements = processes.designedStatements(user, { row, design: part.design, ...more })
      return { design: row, designKind: processDesigns, statements }
    }
    case 'decision': {
      const row = await loadRecord(tx, user, decisionRecord, ref, lock)
      if (row instanceof Refusal) return row
      const statements = decisions.designedStatements(user, { row, design: part.design, ...more })
      return { design: row, designKind: decisionDesigns, statements }
    }
    case 'form': {
      const form = await loadRecord(tx, user, formRecordOf(ref), ref, lock)
      if (form instanceof Refusal) return form
      const { designerJson, renderedJson } = part.file
      const statements = forms.designedStatements(user, { form, designerJson, renderedJson, ...more })
      return { design: form, designKind: formDesigns, statements }
    }
  }
}

/** What its file calls it. */
function nameOf(part: PreparedPart): string {
  switch (part.kind) {
    case 'process':
      return toProcessName(part.design.process)
    case 'decision':
      return toDecisionName(part.design.decision)
    case 'form':
      return part.file.name
  }
}

function noteOf(path: string): string {
  return `Imported from ${path}`.slice(0, limits.description)
}
