import { limits, patterns, text } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { insertDesign } from '../../designs/create-design.ts'
import { changeForm } from '../../forms/change-form.ts'
import { formDesigns } from '../../forms/form-designs.ts'
import { refuseDesigner } from '../../forms/policy.ts'
import {
  definePackageKind,
  type FindOptions,
  type FoundItem,
  type PackageItem,
  type WriteContext,
} from '../package-kind.ts'
import { designStamp, hasKey, type ItemRow, present } from './columns.ts'
import { deleteDesign, findOwner, importNote, ownerKey, saveText } from './designs.ts'

const template = z.object({
  name: text('name'),
  /** Tags, with commas between them. */
  labels: z
    .string()
    .max(limits.tags * (limits.tag + 1))
    .regex(patterns.description.regex, patterns.description.message),
  /** The design in the format of the form designer; null for a form without a design. */
  design: z.json().nullable(),
})

const form = template.extend({ application: ownerKey, key: text('nameWithoutSpaces', limits.formKey) })

type Template = z.output<typeof template>
type Form = z.output<typeof form>

export const formTemplate = definePackageKind<Template>({
  one: 'a form template',
  content: template,
  files: { design: 'form' },
  canRename: true,
  refuse: (user) => refuseDesigner(user, null),
  find: async (tx, workplaceId, options) =>
    (await readForms(tx, workplaceId, options, true)).map((row) => {
      const { name, labels } = row
      return { kind: 'formTemplate' as const, ...present(row), content: { name, labels, design: parse(row.design) } }
    }),
  owners: () => [],
  write: (context, request, { item, existing }) =>
    write(context, request, { item, existing, applicationId: null, formKey: null }),
  remove: (tx, workplaceId, id) => deleteDesign(tx, workplaceId, 'form', id),
})

export const formOfApplication = definePackageKind<Form>({
  one: 'a form',
  content: form,
  files: { design: 'form' },
  canRename: true,
  refuse: (user) => refuseDesigner(user, null),
  find: async (tx, workplaceId, options) =>
    (await readForms(tx, workplaceId, options, false)).map((row) => {
      const { key, name, labels, application } = row
      return {
        kind: 'form' as const,
        ...present(row),
        content: { key, name, labels, application: application ?? '', design: parse(row.design) },
      }
    }),
  owners: ({ application }) => [{ kind: 'application', key: application }],
  async write(context, request, { item, existing }) {
    const { application, key, name } = item.content
    const applicationId = await findOwner(context.tx, request, {
      key: application,
      name,
      here: existing?.content.application ?? null,
    })
    if (applicationId instanceof Refusal) return applicationId
    return write(context, request, { item, existing, applicationId, formKey: key })
  },
  remove: (tx, workplaceId, id) => deleteDesign(tx, workplaceId, 'form', id),
})

type FormItemRow = ItemRow & {
  readonly labels: string
  readonly application: string | null
  readonly design: string | null
}

function readForms(tx: Tx, workplaceId: string, { keys }: FindOptions, isTemplate: boolean): Promise<FormItemRow[]> {
  const key = isTemplate ? sql`d.name` : sql`d.form_key`
  return runSql<FormItemRow>(
    tx,
    sql`select d.id, ${key} as key, d.name, d.is_disabled or coalesce(a.is_disabled, false) as is_disabled, ${designStamp} as stamp, d.labels, a.key as application, v.designer_json as design
      from form d left join application a on a.workplace_id = d.workplace_id and a.id = d.application_id
        left join form_version v on v.workplace_id = d.workplace_id and v.form_id = d.id and v.version = d.version
      where d.workplace_id = ${workplaceId} and d.is_template = ${isTemplate} and ${hasKey(key, keys)} order by d.name_key, d.id`,
  )
}

function parse(design: string | null): Template['design'] {
  return design === null ? null : JSON.parse(design)
}

interface Writing {
  readonly item: PackageItem<Template>
  readonly existing: FoundItem<Template> | null
  readonly applicationId: string | null
  readonly formKey: string | null
}

async function write(
  context: WriteContext,
  request: Request,
  { item, existing, applicationId, formKey }: Writing,
): Promise<string | Refusal> {
  const { name, labels, design } = item.content
  const json = design === null ? null : JSON.stringify(design)
  if (existing !== null) {
    const ref = { id: existing.id, applicationId }
    const { name: nameHere, labels: labelsHere, design: designHere } = existing.content
    const changed =
      name === nameHere && labels === labelsHere
        ? null
        : await changeForm(context, request, { ref, change: { name, formKey, labels, revision: undefined } })
    if (changed !== null) return changed
    const before = designHere === null ? null : JSON.stringify(designHere)
    const saved = json === null ? null : await saveText(context, request, formDesigns, { ref, before, text: json })
    return saved ?? existing.id
  }
  const read = json === null ? null : await formDesigns.read(context.runtime, request, { text: json })
  if (read instanceof Refusal) return read
  const columns = () => ({ form_key: formKey, labels })
  return insertDesign(context, request, formDesigns, { applicationId, name, design: read, columns, note: importNote })
}
