import { type ImportPlan, type ImportResult, limits } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { PackedFile } from '../../runtime/imports/unpack.ts'
import { findAppProcess, noSuchAppProcess } from '../app-processes/app-process.ts'
import { insertProcessRow } from '../app-processes/create-app-process.ts'
import { toProcessName } from '../app-processes/design-file.ts'
import { refuseAppProcess } from '../app-processes/policy.ts'
import * as processes from '../app-processes/save-process-design.ts'
import { withFreeProcessNames } from '../app-processes/taken-names.ts'
import { loadApplicationFor } from '../applications/application.ts'
import { insertApplication } from '../applications/create-application.ts'
import { refuseApplicationDesigner } from '../applications/policy.ts'
import { withFreeApplicationNames } from '../applications/taken-names.ts'
import { formDesigns, processDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import { insertFormRow } from '../forms/create-form.ts'
import { loadFormFor } from '../forms/form.ts'
import * as forms from '../forms/save-design.ts'
import { withFreeNames } from '../forms/taken-names.ts'
import { findFree } from '../free-name.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ExistingPart, findByKey, findExistingParts } from './existing-parts.ts'
import { type PreparedPart, prepareParts } from './prepare-parts.ts'
import { readImportFiles } from './read-import-files.ts'

export interface ApplicationImport {
  /** Null: one that is made for it, as the plan says. */
  readonly applicationId: string | null
  readonly files: readonly PackedFile[]
  readonly plan: ImportPlan
}

type MadePart = ImportResult['parts'][number]

/** Takes over what was chosen of files of other products, finished or not: all of it, or nothing. */
export async function importIntoApplication(
  context: OperationContext,
  user: User,
  { applicationId, files, plan }: ApplicationImport,
): Promise<ImportResult | Refusal> {
  const refusal = refuseApplicationDesigner(user)
  if (refusal !== null) return refusal
  if ((applicationId === null) !== (plan.application !== undefined)) return refuseTarget()
  const read = await readImportFiles(context, user, files)
  if (read instanceof Refusal) return read
  const parts = await prepareParts(context, user, read, plan)
  if (parts instanceof Refusal) return parts
  const { db, clock } = context
  const work = () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const at = clock()
      const target = await findTarget(context, tx, user, { applicationId, plan, at })
      if (target instanceof Refusal) return target
      const made = await writeParts(context, tx, user, { applicationId: target, parts, at })
      return made instanceof Refusal ? made : { applicationId: target, parts: made }
    })
  const where = (field: string) => `plan.choices.${field}`
  return withFreeApplicationNames(() =>
    withFreeProcessNames(() => withFreeNames({ isTemplate: false, where }, work), where),
  )
}

interface Target extends Pick<ApplicationImport, 'applicationId' | 'plan'> {
  readonly at: Date
}

/** The application that it goes to; those who import into it at once come one after the other. */
async function findTarget(
  { runtime }: OperationContext,
  tx: Tx,
  user: User,
  { applicationId, plan, at }: Target,
): Promise<string | Refusal> {
  if (applicationId !== null) {
    const application = await loadApplicationFor(tx, user, applicationId, { lock: true })
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
  user: User,
  { applicationId, parts, at }: Writing,
): Promise<MadePart[] | Refusal> {
  const keysOf = (kind: PreparedPart['kind']) => parts.filter((part) => part.kind === kind).map(({ key }) => key)
  const keys = { process: keysOf('process'), form: keysOf('form') }
  const existing = await findExistingParts(tx, user.workplaceId, keys)
  const names = {
    process: await readNames(tx, user, applicationId, 'process'),
    form: await readNames(tx, user, applicationId, 'form'),
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
        ? await add(context, tx, user, { part, ...one })
        : await replace(tx, user, { part, before, at })
    if (done instanceof Refusal) return done
    made.push(done)
  }
  return made
}

interface Adding {
  readonly part: PreparedPart
  readonly applicationId: string
  readonly at: Date
  /** In lower case: taken in the application. */
  readonly names: Set<string>
}

async function add(
  { runtime }: OperationContext,
  tx: Tx,
  user: User,
  { part, applicationId, at, names }: Adding,
): Promise<MadePart> {
  const { path, key } = part
  const id = runtime.newId()
  const note = noteOf(path)
  const wanted = part.kind === 'process' ? toProcessName(part.design.process) : part.file.name
  const isTaken = (one: string) => names.has(one.toLowerCase())
  const name = isTaken(wanted) ? findFree(wanted, { max: limits.name, word: ' copy', gap: ' ' }, isTaken) : wanted
  names.add(name.toLowerCase())
  if (part.kind === 'process') {
    const { design } = part
    await insertProcessRow(tx, user, { id, applicationId, name, design, icon: null, categoryId: null, note, at })
  } else {
    const { designerJson, renderedJson } = part.file
    await insertFormRow(tx, user, { id, applicationId, name, formKey: key, labels: '', at })
    const form = { id, version: 0 }
    await tx.batch(
      forms.designedStatements(user, { form, designerJson, renderedJson, note, restoredFrom: null, savedAt: at }),
    )
  }
  return { path, kind: part.kind, id, name, key, version: 1 }
}

interface Replacing {
  readonly part: PreparedPart
  readonly before: ExistingPart
  readonly at: Date
}

/** Makes it the next version, unless somebody is at its design. */
async function replace(tx: Tx, user: User, { part, before, at }: Replacing): Promise<MadePart | Refusal> {
  const { path, kind, key } = part
  const ref = { id: before.id, applicationId: before.applicationId }
  const more = { note: noteOf(path), restoredFrom: null, savedAt: at }
  const save = { token: undefined, version: undefined }
  if (part.kind === 'process') {
    const row = await findAppProcess(tx, user.workplaceId, ref, { lock: true })
    if (row === null) return noSuchAppProcess()
    const refusal =
      refuseAppProcess(user, row) ?? (await refuseOthers(tx, user, { kind: processDesigns, design: row, save }))
    if (refusal !== null) return refusal
    await tx.batch(processes.designedStatements(user, { row, design: part.design, ...more }))
    return { path, kind, id: row.id, name: toProcessName(part.design.process), key, version: row.version + 1 }
  }
  const form = await loadFormFor(tx, user, ref, { lock: true })
  if (form instanceof Refusal) return form
  const refusal = await refuseOthers(tx, user, { kind: formDesigns, design: form, save })
  if (refusal !== null) return refusal
  const { designerJson, renderedJson } = part.file
  await tx.batch(forms.designedStatements(user, { form, designerJson, renderedJson, ...more }))
  return { path, kind, id: form.id, name: form.name, key, version: form.version + 1 }
}

function noteOf(path: string): string {
  return `Imported from ${path}`.slice(0, limits.description)
}

async function readNames(
  tx: Tx,
  { workplaceId }: User,
  applicationId: string,
  kind: PreparedPart['kind'],
): Promise<Set<string>> {
  const table = kind === 'process' ? 'app_process' : 'form'
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

function refuseKey(index: number, { kind }: PreparedPart): Refusal {
  const { duplicate } = pageTexts.outcomes
  const [code, message] =
    kind === 'process'
      ? (['app-process.key-taken', duplicate.processKey] as const)
      : (['form.key-taken', duplicate.formKey] as const)
  return refuse(code, message, [{ where: `plan.choices.${index}.key`, message }])
}

function refuseReplacing(index: number, { key }: PreparedPart): Refusal {
  const message = `Expected “${key}” in this application to be replaced, but it is not there. Give it another key, or leave it out.`
  return refuse('thing.not-found', message, [{ where: `plan.choices.${index}.key`, message }])
}
