import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import { designTables } from '../designs/design-tables.ts'
import { createFinder } from '../designs/find-designs.ts'
import type { RecordKind } from '../records/record-kind.ts'
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

export const formFinder = createFinder<FormRow>(designTables.form)

/** Functions that find forms, and list all enabled forms of an application by name. */
export const { find: findForm, findMany: findForms, listOf: listFormsOf } = formFinder

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
