import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FindOptions, RecordKind } from '../records/record-kind.ts'
import { refuseDesigner } from './policy.ts'

export type FormRow = Omit<Selectable<DB['form']>, 'name_key' | 'is_template' | 'is_disabled'> & {
  readonly application_name: string | null
}

/** A form of an application, or a template, which belongs to none. */
export interface FormRef {
  readonly id: string
  /** Null: a template. */
  readonly applicationId: string | null
}

/** A form that belongs there. @param options.lock others who want to change it wait until the transaction ends. */
export async function findForm(
  tx: Tx,
  workplaceId: string,
  { id, applicationId }: FormRef,
  { lock = false }: FindOptions = {},
): Promise<FormRow | null> {
  if (!isUuid(id) || (applicationId !== null && !isUuid(applicationId))) return null
  const query = selectForms(workplaceId)
    .where('f.id', '=', id)
    .where('f.application_id', 'is not distinct from', applicationId)
  const [row] = await tx.query(lock ? query.forUpdate('f') : query)
  return row ?? null
}

/** Forms, whatever application they belong to. */
export async function findForms(tx: Tx, workplaceId: string, ids: readonly string[]): Promise<Map<string, FormRow>> {
  const known = ids.filter(isUuid)
  const rows = known.length === 0 ? [] : await tx.query(selectForms(workplaceId).where('f.id', 'in', known))
  return new Map(rows.map((row) => [row.id, row]))
}

/** All that are in use in an application, by name. */
export function listFormsOf(tx: Tx, workplaceId: string, applicationId: string): Promise<FormRow[]> {
  return tx.query(
    selectForms(workplaceId)
      .where('f.application_id', '=', applicationId)
      .where('f.is_disabled', '=', false)
      .orderBy('f.name_key')
      .orderBy('f.id'),
  )
}

const { duplicate } = pageTexts.outcomes

export const formRecord = {
  kind: 'form',
  table: 'form',
  one: 'a form',
  owner: 'application',
  taken: {
    form_name: { code: 'thing.name-taken', where: 'name', message: duplicate.formName },
    form_key: { code: 'thing.key-taken', where: 'formKey', message: duplicate.formKey },
  },
  refuse: refuseDesigner,
  find: findForm,
} as const satisfies RecordKind<FormRow, FormRef>

export const formTemplateRecord = {
  ...formRecord,
  kind: 'form-template',
  one: 'a form template',
  owner: 'workplace',
  taken: {
    ...formRecord.taken,
    form_name: { code: 'thing.name-taken', where: 'name', message: duplicate.formTemplate },
  },
} as const satisfies RecordKind<FormRow, FormRef>

export function formRecordOf({ applicationId }: Pick<FormRef, 'applicationId'>): RecordKind<FormRow, FormRef, 'form'> {
  return applicationId === null ? formTemplateRecord : formRecord
}

function selectForms(workplaceId: string) {
  return kysely
    .selectFrom('form as f')
    .leftJoin('application as a', (join) =>
      join.onRef('a.workplace_id', '=', 'f.workplace_id').onRef('a.id', '=', 'f.application_id'),
    )
    .where('f.workplace_id', '=', workplaceId)
    .select([
      'f.workplace_id',
      'f.id',
      'f.application_id',
      'a.name as application_name',
      'f.name',
      'f.form_key',
      'f.labels',
      'f.revision',
      'f.version',
      'f.disabled_at',
      'f.disabled_by',
      'f.disabled_reason',
      'f.created_at',
      'f.created_by',
      'f.updated_at',
      'f.updated_by',
    ])
}
