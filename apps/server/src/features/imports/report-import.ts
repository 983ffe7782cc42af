import type { ApplicationImportReport, ImportedFile } from '@millrace/contract'
import { listAppDecisionsOf } from '../../operations/app-decisions/app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { listAppProcessesOf } from '../../operations/app-processes/app-process.ts'
import { processDesigns } from '../../operations/app-processes/process-designs.ts'
import { applicationRecord } from '../../operations/applications/application.ts'
import { findFreeKeys } from '../../operations/designs/free-names.ts'
import { listFormsOf } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import { type ExistingPart, findByKey, findExistingParts } from '../../operations/imports/existing-parts.ts'
import { type ReadImportFiles, readImportFiles } from '../../operations/imports/read-import-files.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { loadRecord } from '../../operations/records/load-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { listNeeds } from '../../runtime/deploy/needs.ts'
import { fileOfForm } from '../../runtime/forms/form-source.ts'
import { listLines } from '../../runtime/imports/list-lines.ts'
import { toKey, toWords } from '../../runtime/imports/name-form.ts'
import type { ImportFile } from '../../runtime/imports/read-import.ts'
import type { PackedFile } from '../../runtime/imports/unpack.ts'

interface Asked {
  /** Null: a new one. */
  readonly applicationId: string | null
  readonly files: readonly PackedFile[]
}

/** Returns what an import of files of other products would create, line by line. Changes nothing. */
export async function reportImport(
  context: OperationContext,
  request: Request,
  { applicationId, files }: Asked,
): Promise<ApplicationImportReport | Refusal> {
  const read = await readImportFiles(context, request, { files, applicationId })
  if (read instanceof Refusal) return read
  return context.db.read(request, async (tx) => {
    const application =
      applicationId === null ? null : await loadRecord(tx, request.user, applicationRecord, applicationId)
    if (application instanceof Refusal) return application
    return {
      application: nameApplication(read, files),
      files: await reportFiles(tx, request.user, read.files, application?.id ?? null),
    }
  })
}

function nameApplication({ application }: ReadImportFiles, files: readonly PackedFile[]) {
  const stem = (files[0]?.name ?? '').replace(/\.(bpmn20\.xml|form\.json|[^.]*)$/i, '')
  const name = application?.name ?? application?.key ?? stem
  return { name: toWords(name), key: toKey(application?.key ?? stem) }
}

async function reportFiles(
  tx: Tx,
  { workplaceId }: Person,
  files: readonly ImportFile[],
  applicationId: string | null,
): Promise<ImportedFile[]> {
  const processes = files.filter((file) => file.kind === 'process')
  const forms = files.filter((file) => file.kind === 'form')
  const processKeys = processes.flatMap(({ process }) => process?.key ?? [])
  const formKeys = forms.map(({ key }) => key)
  const found = files.flatMap((file) => (file.kind === 'decision' && file.decision !== null ? [file.decision] : []))
  const own = applicationId === null ? [] : await listAppProcessesOf(tx, workplaceId, applicationId)
  const ownForms = applicationId === null ? [] : await listFormsOf(tx, workplaceId, applicationId)
  const ownDecisions = applicationId === null ? [] : await listAppDecisionsOf(tx, workplaceId, applicationId)
  const decisions = [...found.flatMap(({ keys }) => keys), ...ownDecisions.flatMap((one) => one.decision_keys)]
  const needs = await listNeeds(tx, workplaceId, {
    tenantId: null,
    processes: processes.flatMap(({ path, models }) => models.map((model) => ({ resourceName: path, model }))),
    decisions: decisions.map((key) => ({ key })),
    files: [...formKeys, ...ownForms.map(({ form_key }) => form_key ?? '')].flatMap((key) => fileOfForm(key) ?? []),
  })
  const context = { needs, forms, processKeys: new Set([...processKeys, ...own.map(({ process_key }) => process_key)]) }
  const decisionKeys = found.map(({ key }) => key)
  const keys = { process: processKeys, form: formKeys, decision: decisionKeys }
  const existing = await findExistingParts(tx, workplaceId, keys)
  const free = {
    decision: await findFreeKeys(tx, workplaceId, decisionDesigns, decisionKeys),
    process: await findFreeKeys(tx, workplaceId, processDesigns, processKeys),
    form: await findFreeKeys(tx, workplaceId, formDesigns, formKeys),
  }
  return files.map((file, index) => {
    const named = describe(file)
    const { kind, key, canImport } = named
    const before = files.slice(0, index).map(describe)
    const isTwice =
      canImport && before.some((one) => one.kind === kind && one.key?.toLowerCase() === key?.toLowerCase())
    const taken = key !== null && kind !== 'other' ? findByKey(existing, kind, key) : undefined
    const lines = listLines(file, context)
    const count = (result: (typeof lines)[number]['result']) => lines.filter((line) => line.result === result).length
    const place = before.filter((one) => one.kind === kind && one.key !== null).length
    return {
      ...named,
      existing: isTwice
        ? { where: 'import' as const, name: key ?? '', applicationName: null }
        : presentTaken(taken, applicationId),
      freeKey: (isTwice || taken !== undefined) && kind !== 'other' ? (free[kind][place] ?? null) : null,
      counts: { runs: count('runs'), mapped: count('mapped'), decide: count('decide'), fault: count('fault') },
      lines,
    }
  })
}

function presentTaken(taken: ExistingPart | undefined, applicationId: string | null): ImportedFile['existing'] {
  if (taken === undefined) return null
  const { name, applicationName, isDisabled } = taken
  const where = taken.applicationId !== applicationId ? 'elsewhere' : isDisabled ? 'disabled' : 'here'
  return { where, name, applicationName }
}

type Described = Pick<ImportedFile, 'path' | 'kind' | 'format' | 'name' | 'key' | 'canImport'>

function describe(file: ImportFile): Described {
  const { path, kind } = file
  switch (file.kind) {
    case 'process': {
      const { process, words } = file
      const key = process?.key ?? null
      return { path, kind, format: words?.dialect ?? null, name: process?.name ?? key, key, canImport: key !== null }
    }
    case 'form':
      return { path, kind, format: file.format, name: file.name, key: file.key, canImport: true }
    case 'decision': {
      const { decision } = file
      const key = decision?.key ?? null
      return { path, kind, format: null, name: decision?.name ?? key, key, canImport: key !== null }
    }
    case 'other':
      return { path, kind, format: null, name: null, key: null, canImport: false }
  }
}
