import { type ImportResult, limits } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { decisionDesigns } from '../app-decisions/decision-designs.ts'
import { toDecisionName } from '../app-decisions/design-file.ts'
import { toProcessName } from '../app-processes/design-file.ts'
import { processDesigns } from '../app-processes/process-designs.ts'
import { createdStatements } from '../designs/create-design.ts'
import type { DesignKind, DesignRow, DesignText } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import { savedStatements } from '../designs/saved-statements.ts'
import { type CompiledForm, formDesigns } from '../forms/form-designs.ts'
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
  /** Names that are taken in the application, in lower case. */
  readonly names: Set<string>
}

/** Creates a new part of an application, with a name that is not taken. */
export async function addPart(
  { runtime }: Pick<OperationContext, 'runtime'>,
  tx: Tx,
  user: Person,
  { part, applicationId, at, names }: Adding,
): Promise<MadePart> {
  const { path, kind, key } = part
  const id = runtime.newId()
  const wanted = nameOf(part)
  const isTaken = (one: string) => names.has(one.toLowerCase())
  const name = isTaken(wanted) ? findFree(wanted, { max: limits.name, word: ' copy', gap: ' ' }, isTaken) : wanted
  names.add(name.toLowerCase())
  const made = { id, applicationId, name, note: noteOf(path), at }
  switch (part.kind) {
    case 'process':
      await tx.batch(createdStatements(user, processDesigns, { ...made, design: part.design, columns: {} }))
      break
    case 'decision':
      await tx.batch(createdStatements(user, decisionDesigns, { ...made, design: part.design, columns: {} }))
      break
    case 'form': {
      const columns = { form_key: key, labels: '' }
      await tx.batch(createdStatements(user, formDesigns, { ...made, design: compiledOf(part), columns }))
    }
  }
  return { path, kind, id, name, key, version: 1 }
}

interface Replacing {
  readonly part: PreparedPart
  readonly before: ExistingPart
  readonly at: Date
}

/** Saves an imported part as the next version of an existing one, unless another user is editing it. */
export async function replacePart(tx: Tx, user: Person, { part, before, at }: Replacing): Promise<MadePart | Refusal> {
  const { path, kind, key } = part
  switch (part.kind) {
    case 'process':
      return replace(processDesigns, part.design)
    case 'decision':
      return replace(decisionDesigns, part.design)
    case 'form':
      return replace(formDesigns, compiledOf(part))
  }

  async function replace<Row extends DesignRow, Design extends DesignText>(
    designs: DesignKind<Row, Design>,
    design: Design,
  ): Promise<MadePart | Refusal> {
    const { id, applicationId } = before
    const row = await loadRecord(tx, user, designs.record, { id, applicationId }, { lock: true })
    if (row instanceof Refusal) return row
    const save = { token: undefined, version: undefined }
    const refusal = await refuseOthers(tx, user, { tables: designs.tables, design: row, save })
    if (refusal !== null) return refusal
    const more = { note: noteOf(path), restoredFrom: null, savedAt: at }
    await tx.batch(savedStatements(user, designs, { row, design, ...more }))
    const name = part.kind === 'form' ? row.name : nameOf(part)
    return { path, kind, id, name, key, version: row.version + 1 }
  }
}

function compiledOf({ file: { designerJson, renderedJson } }: Extract<PreparedPart, { kind: 'form' }>): CompiledForm {
  return { text: designerJson, more: [renderedJson] }
}

/** Returns the name of a part in its file. */
function nameOf(part: PreparedPart): string {
  switch (part.kind) {
    case 'process':
      return toProcessName(part.design.said)
    case 'decision':
      return toDecisionName(part.design.said)
    case 'form':
      return part.file.name
  }
}

function noteOf(path: string): string {
  return `Imported from ${path}`.slice(0, limits.description)
}
