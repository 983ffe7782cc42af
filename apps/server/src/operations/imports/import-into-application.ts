import type { ImportPlan, ImportResult } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { PackedFile } from '../../runtime/imports/unpack.ts'
import { decisionRecord } from '../app-decisions/app-decision.ts'
import { processRecord } from '../app-processes/app-process.ts'
import { applicationRecord } from '../applications/application.ts'
import { insertApplication } from '../applications/create-application.ts'
import { refuseApplicationDesigner } from '../applications/policy.ts'
import { designTables } from '../designs/design-tables.ts'
import { formRecord } from '../forms/form.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { findByKey, findExistingParts, type PartKind } from './existing-parts.ts'
import { type PreparedPart, prepareParts } from './prepare-parts.ts'
import { readImportFiles } from './read-import-files.ts'
import { addPart, type MadePart, replacePart } from './write-part.ts'

export interface ApplicationImport {
  /** The id of the application; null: the import creates one, as the plan describes. */
  readonly applicationId: string | null
  readonly files: readonly PackedFile[]
  readonly plan: ImportPlan
}

/** Imports the chosen parts of files of other products, finished or not: all of them, or nothing. */
export async function importIntoApplication(
  context: OperationContext,
  request: Request,
  { applicationId, files, plan }: ApplicationImport,
): Promise<ImportResult | Refusal> {
  const { user } = request
  const refusal = refuseApplicationDesigner(user, applicationId)
  if (refusal !== null) return refusal
  if ((applicationId === null) !== (plan.application !== undefined)) return refuseTarget()
  const read = await readImportFiles(context, request, { files, applicationId })
  if (read instanceof Refusal) return read
  const parts = await prepareParts(context, request, read, plan)
  if (parts instanceof Refusal) return parts
  const { db, clock } = context
  const work = () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const at = clock()
      const target = await findTarget(context, tx, user, { applicationId, plan, at })
      if (target instanceof Refusal) return target
      const made = await writeParts(context, tx, user, { applicationId: target, parts, at })
      return made instanceof Refusal ? made : { applicationId: target, parts: made }
    })
  const where = (field: string) => `plan.choices.${field}`
  const withParts = () => withFreeNames([processRecord, decisionRecord, formRecord], work, { where })
  return withFreeNames(applicationRecord, withParts)
}

interface Target extends Pick<ApplicationImport, 'applicationId' | 'plan'> {
  readonly at: Date
}

/** Returns the application that it goes to; those who import into it at once come one after the other. */
async function findTarget(
  { runtime }: OperationContext,
  tx: Tx,
  user: Person,
  { applicationId, plan, at }: Target,
): Promise<string | Refusal> {
  if (applicationId !== null) {
    const application = await loadRecord(tx, user, applicationRecord, applicationId, { lock: true })
    return application instanceof Refusal ? application : application.id
  }
  const { name = '', key = '' } = plan.application ?? {}
  const id = runtime.newId()
  const details = { name, key, description: null, category: null }
  return (await insertApplication(tx, user, { id, details, at })) ?? id
}

interface Writing {
  readonly applicationId: string
  readonly parts: readonly PreparedPart[]
  readonly at: Date
}

async function writeParts(
  context: OperationContext,
  tx: Tx,
  user: Person,
  { applicationId, parts, at }: Writing,
): Promise<MadePart[] | Refusal> {
  const keysOf = (kind: PartKind) => parts.filter((part) => part.kind === kind).map(({ key }) => key)
  const keys = { process: keysOf('process'), form: keysOf('form'), decision: keysOf('decision') }
  const existing = await findExistingParts(tx, user.workplaceId, keys)
  const names = {
    process: await readNames(tx, user, applicationId, 'process'),
    form: await readNames(tx, user, applicationId, 'form'),
    decision: await readNames(tx, user, applicationId, 'decision'),
  }
  const made: MadePart[] = []
  for (const [index, part] of parts.entries()) {
    const before = findByKey(existing, part.kind, part.key)
    const isTwice =
      parts.findIndex(({ kind, key }) => kind === part.kind && key.toLowerCase() === part.key.toLowerCase()) < index
    if (isTwice || (part.action === 'add' && before !== undefined)) return refuseKey(index, part)
    if (part.action === 'replace' && before?.applicationId !== applicationId) return refuseReplacing(index, part)
    const one = { applicationId, at, names: names[part.kind] }
    const done =
      before === undefined
        ? await addPart(context, tx, user, { part, ...one })
        : await replacePart(tx, user, { part, before, at })
    if (done instanceof Refusal) return done
    made.push(done)
  }
  return made
}

async function readNames(tx: Tx, { workplaceId }: Person, applicationId: string, kind: PartKind): Promise<Set<string>> {
  const { table } = designTables[kind]
  const [rows] = await tx.batch([
    {
      name: `import_names_${table}`,
      text: `select lower(name) from ${table} where workplace_id = $1 and application_id = $2`,
      values: [workplaceId, applicationId],
    },
  ])
  return new Set(rows?.map(([name]) => name ?? ''))
}

function refuseTarget(): Refusal {
  return refuse(
    'request.invalid',
    'Expected an application by its id, or the application 0 with name and key of a new one in the plan.',
    [{ where: 'plan.application', message: 'Expected name and key for the application 0, and nothing for any other.' }],
  )
}

const { duplicate } = pageTexts.outcomes

const taken = {
  process: ['thing.key-taken', duplicate.processKey],
  form: ['thing.key-taken', duplicate.formKey],
  decision: ['thing.key-taken', duplicate.decisionKey],
} as const

function refuseKey(index: number, { kind }: PreparedPart): Refusal {
  const [code, message] = taken[kind]
  return refuse(code, message, [{ where: `plan.choices.${index}.key`, message }])
}

function refuseReplacing(index: number, { key }: PreparedPart): Refusal {
  const message = `Expected “${key}” in this application, but it does not exist. Use another key, or do not import it.`
  return refuse('thing.not-found', message, [{ where: `plan.choices.${index}.key`, message }])
}
