import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { clearLooseUploads } from './loose-uploads.ts'

const { admin, workplaceId } = await createTestDatabase()
const now = new Date('2030-02-02T12:00:00Z')
const id = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** 2,000 users with ten drafts each, of which each names one upload. */
await admin.query(
  `insert into app_user (workplace_id, id, username, created_at)
   select $1, gen_random_uuid(), 'user' || n, now() from generate_series(1, 2000) n`,
  [workplaceId],
)
await admin.query(
  `insert into form_draft (workplace_id, user_id, kind, subject, form_hash, entries, file_ids, revision, writer, saved_at)
   select u.workplace_id, u.id, 'task', 'task ' || n, 'h', '{}', array[gen_random_uuid()], 1, 'w', now()
   from app_user u cross join generate_series(1, 10) n where u.workplace_id = $1`,
  [workplaceId],
)
const upload = (number: number, { by, at }: { by: string; at: string }) =>
  admin.query(
    `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_at, uploaded_by)
     values ($1, $2, 'a.txt', 'text/plain', 1, 'x', $3, $4)`,
    [workplaceId, id(number), at, by],
  )
const nameInDraft = (username: string, number: number) =>
  admin.query(
    `update form_draft set file_ids = file_ids || $2::uuid where subject = 'task 1'
     and user_id = (select id from app_user where username = $1)`,
    [username, id(number)],
  )
const [before, after] = ['2030-02-01T11:59:00Z', '2030-02-01T12:01:00Z']
await upload(1, { by: 'user1', at: before })
await upload(2, { by: 'user1', at: after })
await upload(3, { by: 'user2', at: before })
await upload(4, { by: 'user2', at: before })
await upload(5, { by: 'nobody', at: before })
await nameInDraft('user2', 3)
await upload(6, { by: 'link:a', at: '2030-02-02T10:59:00Z' })
await upload(7, { by: 'link:a', at: '2030-02-02T11:01:00Z' })
// Somebody else cannot keep it by naming it.
await nameInDraft('user1', 4)
await admin.query('analyze app_user, form_draft, stored_file')

it('what no form has named for a day goes, by a public link for an hour, unless a draft of a user who uploaded it names it', async () => {
  const { sql, parameters } = clearLooseUploads(workplaceId, now).compile()
  const client = await admin.connect()
  try {
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
    // Of 20,000 drafts only the ten of each who has an old upload are read.
    expect(countRead(rows[0]['QUERY PLAN'][0].Plan, 'form_draft')).toBeLessThanOrEqual(40)
  } finally {
    client.release()
  }
  const { rows } = await admin.query('select id from stored_file order by id')
  expect(rows.map((row) => row.id)).toEqual([id(2), id(3), id(7)])
})

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Rows of a table that a plan has looked at. */
function countRead(plan: Plan, table: string): number {
  const own =
    plan['Relation Name'] === table
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + countRead(inner, table), 0)
}
