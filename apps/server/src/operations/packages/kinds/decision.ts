import { limits, text } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { decisionDesigns } from '../../app-decisions/decision-designs.ts'
import { readDecisionFile } from '../../app-decisions/design-file.ts'
import { refuseDecisionDesigner } from '../../app-decisions/policy.ts'
import { insertDesign } from '../../designs/create-design.ts'
import { changedBy, updateRecord } from '../../records/write-record.ts'
import { definePackageKind } from '../package-kind.ts'
import { designStamp, hasKey, type ItemRow, present } from './columns.ts'
import { deleteDesign, findOwner, importNote, ownerKey, saveText } from './designs.ts'

const content = z.object({
  application: ownerKey,
  key: z.string().min(1).max(limits.processKey),
  name: text('name'),
  /** The DMN file. */
  design: z.string().max(limits.processDesign),
})

/** The kind of package item for decisions of applications, with the samples in their files. */
export const decision = definePackageKind<z.output<typeof content>>({
  one: 'a decision',
  content,
  files: { design: 'dmn' },
  canRename: true,
  refuse: (user) => refuseDecisionDesigner(user, null),
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { application: string; design: string }>(
      tx,
      sql`select d.id, d.decision_key as key, d.name, d.is_disabled or a.is_disabled as is_disabled, ${designStamp} as stamp, a.key as application, v.design_xml as design
        from app_decision d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id
          join app_decision_version v on v.workplace_id = d.workplace_id and v.decision_id = d.id and v.version = d.version
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.decision_key`, keys)} order by d.name_key, d.id`,
    )
    return rows.map((row) => {
      const { key, name, application, design } = row
      return { kind: 'decision' as const, ...present(row), content: { application, key, name, design } }
    })
  },
  owners: ({ application }) => [{ kind: 'application', key: application }],
  async write(context, request, { item, existing }) {
    const { application, key, name, design: dmn } = item.content
    const applicationId = await findOwner(context.tx, request, {
      key: application,
      name,
      here: existing?.content.application ?? null,
    })
    if (applicationId instanceof Refusal) return applicationId
    if (existing !== null) {
      const ref = { id: existing.id, applicationId }
      const before = existing.content.design
      const saved = await saveText(context, request, decisionDesigns, { ref, before, text: dmn })
      if (saved !== null) return saved
      const row = await decisionDesigns.finder.find(context.tx, request.workplaceId, ref, { lock: true })
      if (row !== null && row.name !== name)
        await updateRecord(context.tx, 'app_decision', row, { name, ...changedBy(context, request, row) })
      return existing.id
    }
    const design = await readDecisionFile(context.runtime, request, { text: dmn, key })
    if (design instanceof Refusal) return design
    return insertDesign(context, request, decisionDesigns, { applicationId, name, design, note: importNote })
  },
  remove: (tx, workplaceId, id) => deleteDesign(tx, workplaceId, 'app_decision', id),
})
