import { limits, text, trialExpectation, trialLimits, trialStep } from '@millrace/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { readDesignFile } from '../../app-processes/design-file.ts'
import { refuseProcessDesigner } from '../../app-processes/policy.ts'
import { processDesigns } from '../../app-processes/process-designs.ts'
import { findCategoryId } from '../../applications/category.ts'
import { insertDesign } from '../../designs/create-design.ts'
import { listTestsOf } from '../../process-tests/process-test.ts'
import { changedBy, updateRecord } from '../../records/write-record.ts'
import { definePackageKind, type FoundItem, type PackageItem, type WriteContext } from '../package-kind.ts'
import { designStamp, hasKey, type ItemRow, present } from './columns.ts'
import { deleteDesign, findOwner, importNote, ownerKey, saveText } from './designs.ts'

const test = z.object({
  name: z.string().min(1).max(limits.name),
  steps: z.array(trialStep).max(trialLimits.steps),
  expected: trialExpectation,
})

const content = z.object({
  application: ownerKey,
  key: z.string().min(1).max(limits.processKey),
  name: text('name'),
  /** Name of its own category; null for that of the application. */
  category: z.string().max(255).nullable(),
  /** `icon:set`. */
  icon: z.string().max(255).nullable(),
  tests: z.array(test).max(500),
  /** The BPMN file, which says name, key, documentation and starters. */
  design: z.string().max(limits.processDesign),
})

type Content = z.output<typeof content>

/** The kind of package item for processes of applications, with their test cases. */
export const process = definePackageKind<Content>({
  one: 'a process',
  content,
  files: { design: 'bpmn' },
  canRename: true,
  refuse: (user) => refuseProcessDesigner(user, null),
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & Pick<Content, 'application' | 'category' | 'icon' | 'design'>>(
      tx,
      sql`select d.id, d.process_key as key, d.name, d.is_disabled or a.is_disabled as is_disabled, ${designStamp} || ' ' || (select coalesce(string_agg(t.id || ' ' || t.revision, ' ' order by t.id), '') from app_process_test t where t.workplace_id = d.workplace_id and t.process_id = d.id) as stamp,
          a.key as application, c.name as category, d.icon, v.design_xml as design
        from app_process d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id
          left join category c on c.workplace_id = d.workplace_id and c.id = d.category_id
          join app_process_version v on v.workplace_id = d.workplace_id and v.process_id = d.id and v.version = d.version
        where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.process_key`, keys)} order by d.name_key, d.id`,
    )
    const tests = await listTestsOf(
      tx,
      workplaceId,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { key, name, application, category, icon, design } = row
      const own = tests
        .filter(({ process_id }) => process_id === row.id)
        .map(({ name: called, steps, expected }) => ({ name: called, steps: [...steps], expected }))
      return {
        kind: 'process' as const,
        ...present(row),
        content: { application, key, name, category, icon, tests: own, design },
      }
    })
  },
  owners: ({ application, category }) => [
    { kind: 'application', key: application },
    ...(category === null ? [] : [{ kind: 'category' as const, key: category }]),
  ],
  async write(context, request, { item, existing }) {
    const { application, name, category } = item.content
    const { tx } = context
    const applicationId = await findOwner(tx, request, {
      key: application,
      name,
      here: existing?.content.application ?? null,
    })
    if (applicationId instanceof Refusal) return applicationId
    const found = await findCategoryId(tx, request.workplaceId, category)
    if (found instanceof Refusal) return found
    const place = { applicationId, categoryId: found.id }
    const id =
      existing === null
        ? await add(context, request, item, place)
        : await replace(context, request, { item, existing, ...place })
    if (id instanceof Refusal) return id
    if (JSON.stringify(item.content.tests) !== JSON.stringify(existing?.content.tests ?? []))
      await writeTests(context, request, id, item.content.tests)
    return id
  },
  remove: (tx, workplaceId, id) => deleteDesign(tx, workplaceId, 'app_process', id),
})

interface Place {
  readonly applicationId: string
  readonly categoryId: string | null
}

async function add(
  context: WriteContext,
  request: Request,
  { content: { key, name, icon, design: bpmn } }: PackageItem<Content>,
  { applicationId, categoryId }: Place,
): Promise<string | Refusal> {
  const design = await readDesignFile(context.runtime, request, { text: bpmn, key })
  if (design instanceof Refusal) return design
  const columns = () => ({ icon, category_id: categoryId })
  return insertDesign(context, request, processDesigns, { applicationId, name, design, columns, note: importNote })
}

async function replace(
  context: WriteContext,
  request: Request,
  {
    item,
    existing,
    applicationId,
    categoryId,
  }: Place & { readonly item: PackageItem<Content>; readonly existing: FoundItem<Content> },
): Promise<string | Refusal> {
  const { name, icon, category, design } = item.content
  const ref = { id: existing.id, applicationId }
  const saved = await saveText(context, request, processDesigns, { ref, before: existing.content.design, text: design })
  if (saved !== null) return saved
  const row = await processDesigns.finder.find(context.tx, request.workplaceId, ref, { lock: true })
  if (row === null) throw new Error(`Expected the process ${existing.id}, but it is not there.`)
  const isSame = icon === existing.content.icon && category === existing.content.category && name === row.name
  if (isSame) return existing.id
  const changed = changedBy(context, request, row)
  await updateRecord(context.tx, 'app_process', row, { name, icon, category_id: categoryId, ...changed })
  return existing.id
}

async function writeTests(
  { tx, clock }: WriteContext,
  request: Request,
  processId: string,
  tests: Content['tests'],
): Promise<void> {
  const {
    workplaceId,
    user: { username },
  } = request
  const at = clock().toISOString()
  await tx.batch([
    {
      name: 'package_tests_remove',
      text: 'delete from app_process_test where workplace_id = $1 and process_id = $2',
      values: [workplaceId, processId],
    },
    ...tests.map(({ name, steps, expected }) => ({
      name: 'package_test_add',
      text: `insert into app_process_test (workplace_id, id, process_id, name, steps, expected, created_at, created_by, updated_at, updated_by)
        values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $6, $7)`,
      values: [workplaceId, processId, name, JSON.stringify(steps), JSON.stringify(expected), at, username],
    })),
  ])
}
