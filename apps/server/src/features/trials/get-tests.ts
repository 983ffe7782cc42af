import type { ProcessTest } from '@millrace/contract'
import { type AppProcessRef, findAppProcess, processRecord } from '../../operations/app-processes/app-process.ts'
import { listTestsOf, noSuchTest, type ProcessTestRow } from '../../operations/process-tests/process-test.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/** Returns the test cases of a process, by name. */
export async function getTests(db: Database, request: Request, ref: AppProcessRef): Promise<ProcessTest[] | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const rows = await listTestsOf(tx, workplaceId, [process.id])
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map((row) => present(row, people))
  })
}

export async function getTest(
  db: Database,
  request: Request,
  ref: AppProcessRef,
  id: string,
): Promise<ProcessTest | Refusal> {
  const tests = await getTests(db, request, ref)
  return tests instanceof Refusal ? tests : (tests.find((test) => test.id === id) ?? noSuchTest())
}

function present({ id, name, steps, expected, revision, updated_at, updated_by }: ProcessTestRow, people: People) {
  return {
    id,
    name,
    steps: [...steps],
    expected,
    revision,
    updatedAt: updated_at.toISOString(),
    updatedBy: people.find(updated_by),
  }
}
