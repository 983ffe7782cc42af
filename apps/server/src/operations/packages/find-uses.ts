import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import type { PackageRef } from './package-kind.ts'

/** Characters of designs that are read at a time. */
const maxCharacters = 5_000_000

/** Kinds that designs name by key, which no foreign key of the database sees. */
const fields = {
  dataList: 'dataLists',
  emailTemplate: 'emailTemplates',
  globalProperty: 'globalProperties',
  adapter: 'adapters',
  form: 'forms',
  process: 'processes',
  decision: 'decisions',
  group: 'groups',
} as const

type Named = PackageRef & { readonly kind: keyof typeof fields; readonly id: string }

interface Candidate {
  readonly id: string
  readonly kind: 'process' | 'form'
  readonly name: string
  readonly characters: number
}

/**
 * Returns the names of forms, templates and processes whose last design refers to the given items, by the ids of the
 * items.
 * @param apart ids of designs to ignore.
 */
export async function findUses(
  runtime: Runtime,
  tx: Tx,
  request: Request,
  {
    items,
    apart,
  }: { readonly items: readonly (PackageRef & { readonly id: string })[]; readonly apart: readonly string[] },
): Promise<Map<string, string[]>> {
  const named = items.filter((item): item is Named => Object.hasOwn(fields, item.kind))
  const uses = new Map<string, string[]>()
  if (named.length === 0) return uses
  const candidates = await findCandidates(tx, request.workplaceId, named, apart)
  for (const portion of inPortions(candidates)) {
    const texts = await readTexts(tx, request.workplaceId, portion)
    const designs = portion.map(({ id, kind }) => ({ kind, text: texts.get(id) ?? '' }))
    const input = { designs, budgets: runtime.budgets }
    const order = { kind: 'listPackageReferences', input, owner: request.workplaceId, time: readTime(runtime) } as const
    const read = await inThread(runtime, order)
    for (const [at, { name }] of portion.entries())
      for (const item of named) {
        // What takes too long to read, or cannot be read, has the key in its text at least.
        const found = read.ok ? read.output[at] : null
        const keys = found == null ? [item.key] : found[fields[item.kind]]
        if (keys.some((key) => key.toLowerCase() === item.key.toLowerCase()))
          uses.set(item.id, [...(uses.get(item.id) ?? []), name])
      }
  }
  return uses
}

/** Designs that have one of the keys in their text; all, where a key may be written in another way there. */
function findCandidates(
  tx: Tx,
  workplaceId: string,
  named: readonly Named[],
  apart: readonly string[],
): Promise<Candidate[]> {
  const patterns = named.map(({ key }) => (/^[\w .-]+$/.test(key) ? `%${key.replaceAll('_', '\\_')}%` : '%'))
  const has = (text: Sql) => sql`${text} ilike any(${patterns}::text[])`
  return runSql<Candidate>(
    tx,
    sql`select p.id, 'process' as kind, p.name, length(v.design_xml) as characters from app_process p
        join app_process_version v on v.workplace_id = p.workplace_id and v.process_id = p.id and v.version = p.version
        where p.workplace_id = ${workplaceId} and p.id <> all(${apart}::uuid[]) and ${has(sql`v.design_xml`)}
      union all select f.id, 'form', f.name, length(v.designer_json) from form f
        join form_version v on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        where f.workplace_id = ${workplaceId} and f.id <> all(${apart}::uuid[]) and ${has(sql`v.designer_json`)}
      order by 3, 1`,
  )
}

function inPortions(candidates: readonly Candidate[]): Candidate[][] {
  const portions: Candidate[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const one of candidates) {
    if (characters + one.characters > maxCharacters) {
      portions.push([])
      characters = 0
    }
    portions.at(-1)?.push(one)
    characters += one.characters
  }
  return portions
}

async function readTexts(tx: Tx, workplaceId: string, portion: readonly Candidate[]): Promise<Map<string, string>> {
  const ids = portion.map(({ id }) => id)
  const rows = await runSql<{ id: string; text: string }>(
    tx,
    sql`select p.id, v.design_xml as text from app_process p
        join app_process_version v on v.workplace_id = p.workplace_id and v.process_id = p.id and v.version = p.version
        where p.workplace_id = ${workplaceId} and p.id = any(${ids}::uuid[])
      union all select f.id, v.designer_json from form f
        join form_version v on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        where f.workplace_id = ${workplaceId} and f.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}
