import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { type InstallationKey, isSignedBy, readPublicKey } from '../../platform/auth/installation-key.ts'

/** The number of the last revision of a workplace, and the link of its last entry. */
export const auditHead = z.object({
  workplaceId: z.uuid(),
  number: z.number().int().positive(),
  /** Hexadecimal SHA-256. */
  head: z.string().regex(/^[0-9a-f]{64}$/),
})

export type AuditHead = Readonly<z.output<typeof auditHead>>

/** The first entry of a chain whose content or position was changed since the server wrote it. */
export interface ChainFault {
  readonly workplaceId: string
  readonly revision: number
  /** The message, such as “the entry … was changed”. */
  readonly message: string
}

export interface ChainReport {
  readonly workplaceId: string
  readonly revisions: number
  readonly entries: number
  /** Revisions that were written before there was a chain. */
  readonly unsealed: number
  /** Null: the workplace has no revision in the chain. */
  readonly head: AuditHead | null
  readonly fault: ChainFault | null
}

interface Stub {
  readonly number: string
  readonly head: Buffer
  readonly revisions: string
  readonly entries: string
  readonly removedAt: string
  readonly signature: string
}

/** Returns the text that is signed for a stub: the record of removed audit entries. */
export function stubText(workplaceId: string, stub: Omit<Stub, 'signature'>): string {
  const { number, head, revisions, entries, removedAt } = stub
  return JSON.stringify(['audit stub', workplaceId, number, head.toString('hex'), revisions, entries, removedAt])
}

interface Row {
  readonly revision: string
  readonly text: string
  readonly id: string | null
  /** The text from which the digest of the values is calculated; null when the values were erased. */
  readonly values: string | null
  readonly digest: Buffer | null
  readonly link: Buffer | null
  /** The key of an entry, or the author of a revision: by which an erasure is found. */
  readonly about: string | null
}

/** Revisions that are in memory at a time. */
const portion = 500

/**
 * Recalculates the chain of a workplace, from its first revision to its last.
 *
 * @param client in a transaction with repeatable read, so that nobody adds meanwhile.
 * @param known heads that were sent outside earlier.
 */
export async function verifyChain(
  client: pg.ClientBase,
  workplaceId: string,
  { key, known = [] }: { readonly key: InstallationKey; readonly known?: readonly AuditHead[] },
): Promise<ChainReport> {
  await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
  const { rows: counters } = await client.query<{ number: string }>(
    'select number from audit_counter where workplace_id = $1',
    [workplaceId],
  )
  const { rows: stubs } = await client.query<Stub>(
    `select number, head, revisions, entries, to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removedAt", signature
      from audit_stub where workplace_id = $1 order by number desc limit 1`,
    [workplaceId],
  )
  const { rows: unsealedRows } = await client.query<{ count: string; last: string | null }>(
    'select count(*) as count, max(number) as last from audit_revision where workplace_id = $1 and link is null',
    [workplaceId],
  )
  const unsealed = Number(unsealedRows[0]?.count ?? 0)
  const stub = stubs[0]
  const report = { workplaceId, revisions: 0, entries: 0, unsealed, head: null as AuditHead | null }
  const fail = (revision: number, message: string): ChainReport => ({
    ...report,
    fault: { workplaceId, revision, message },
  })
  const publicKey = readPublicKey(key.publicKey)?.key
  if (stub !== undefined) {
    const signed = Buffer.from(stubText(workplaceId, stub))
    if (publicKey === undefined || !isSignedBy(publicKey, signed, stub.signature))
      return fail(Number(stub.number), 'the record of the clean-up is not signed by this installation')
  }
  const { rows: sealed } = await client.query<{ first: string | null }>(
    'select min(number) as first from audit_revision where workplace_id = $1 and link is not null',
    [workplaceId],
  )
  const lastUnsealed = Number(unsealedRows[0]?.last ?? 0)
  if (sealed[0]?.first != null && Number(sealed[0].first) < lastUnsealed)
    return fail(lastUnsealed, 'the revision has no link')
  const erased = await readErased(client, workplaceId)
  const expected = Map.groupBy(
    known.filter((head) => head.workplaceId === workplaceId),
    (head) => head.number,
  )
  let number = Math.max(Number(stub?.number ?? 0), lastUnsealed)
  let link: Buffer = unsealed > 0 || stub === undefined ? Buffer.alloc(0) : stub.head
  const first = number
  let entriesOfRevision = 1
  /** A head is that of the last entry of its revision. */
  const closeRevision = (): string | null => {
    if (number === first && link.length === 0) return null
    if (entriesOfRevision === 0) return 'the entries of the revision are missing'
    const heads = expected.get(number) ?? []
    if (heads.some(({ head }) => head !== link.toString('hex'))) return 'the head that was sent outside is another one'
    expected.delete(number)
    return null
  }
  for (let from = number + 1; ; from += portion) {
    const rows = await readRows(client, workplaceId, from, from + portion)
    for (const row of rows) {
      const revision = Number(row.revision)
      if (row.id === null) {
        const fault = closeRevision()
        if (fault !== null) return fail(number, fault)
        if (revision !== number + 1) return fail(number + 1, 'the revision is missing')
        number = revision
        entriesOfRevision = 0
        report.revisions++
      } else {
        if (revision !== number) return fail(revision, `the entry ${row.id} has no revision`)
        entriesOfRevision++
        report.entries++
      }
      const what = row.id === null ? 'the revision' : `the entry ${row.id}`
      if (row.link === null || row.digest === null) return fail(revision, `${what} has no link`)
      if (row.values === null) {
        if (!erased(row.about)) return fail(revision, `${what} has no values, and no erasure names it`)
      } else if (!sha256(row.values).equals(row.digest)) return fail(revision, `${what} was changed`)
      link = createHash('sha256').update(link).update(row.text).update(row.digest).digest()
      if (!link.equals(row.link)) return fail(revision, `${what} was changed, or something before it was removed`)
    }
    if (rows.length === 0 && from > Number(counters[0]?.number ?? 0)) break
  }
  const fault = closeRevision()
  if (fault !== null) return fail(number, fault)
  if (number !== Number(counters[0]?.number ?? 0))
    return fail(number + 1, `the last revision is ${number}, but ${counters[0]?.number ?? 'none'} was counted`)
  const beyond = [...expected.keys()].find((one) => one > number)
  if (beyond !== undefined) return fail(beyond, 'a head of this revision was sent outside, but the revision is missing')
  const head = link.length === 0 ? null : { workplaceId, number, head: link.toString('hex') }
  return { ...report, head, fault: null }
}

/** Revisions with their entries, each entry after its revision, in the order in which they were written. */
async function readRows(client: pg.ClientBase, workplaceId: string, from: number, to: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select number as revision, null::uuid as id, millrace_audit_revision_text(workplace_id, number, at, cause, transaction_id) as text,
        case when salt is null then null else jsonb_build_array(salt, user_id)::text end as values, person as digest, link,
        user_id as about
      from audit_revision r where workplace_id = $1 and number >= $2 and number < $3
    union all
    select revision, id, millrace_audit_entry_text(workplace_id, revision, id, at, entity, key, operation),
        case when salt is null and before is null and after is null and label is null then null
          else millrace_audit_content_text(salt, before, after, label, label_key) end, content, link,
        key
      from audit_entry where workplace_id = $1 and revision >= $2 and revision < $3
    order by revision, id nulls first`,
    [workplaceId, from, to],
  )
  return rows
}

/** Erasures are in the chain too, unless a clean-up has removed that part of it. */
async function readErased(client: pg.ClientBase, workplaceId: string): Promise<(about: string | null) => boolean> {
  const { rows } = await client.query<{ subject: string; pseudonym: string }>(
    `select subject, pseudonym from audit_erasure x where workplace_id = $1
      and (exists (select from audit_entry e where e.workplace_id = $1 and e.entity = 'audit-erasure' and e.operation = 'insert' and e.key = x.subject::text)
        or exists (select from audit_stub s where s.workplace_id = $1 and s.removed_at > x.erased_at))`,
    [workplaceId],
  )
  return (about) =>
    about !== null && rows.some(({ subject, pseudonym }) => about === pseudonym || about.split('/').includes(subject))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
