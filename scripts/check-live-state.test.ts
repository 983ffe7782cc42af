import { describe, expect, it } from 'vitest'
import { findLiveWrites } from './check-live-state.ts'

it('finds no write of live state past the unit of work in the project', () => {
  expect(findLiveWrites()).toEqual([])
})

describe('findLiveWrites', () => {
  const check = (path: string, text: string) => findLiveWrites([{ path, text }], [])
  const feature = 'apps/server/src/features/tasks/a.ts'

  it.each([
    [feature, "text: 'update task set updated_at = $3 where id = $2'"],
    [feature, 'sql`insert into task_link (workplace_id) values (1)`'],
    [feature, 'sql`with gone as (delete\n from job where id = 1) select 1`'],
    [feature, 'text: \'UPDATE ONLY "variable" set value = $1\''],
    [feature, 'text: `delete from ${table} where root_id = $1`'],
    [feature, "text: 'merge into task t using given g on t.id = g.id when matched then delete'"],
    [feature, "text: 'truncate table job'"],
    [feature, "text: 'update public.task set name = $1'"],
    [feature, "kysely.updateTable('incident').set({ annotation })"],
    [feature, "kysely.mergeInto('task')"],
    [feature, 'kysely.deleteFrom(table)'],
    [feature, "text: 'update ' + 'task set name = $1'"],
    [feature, "text: ['delete', 'from job'].join(' ')"],
    [feature, "kysely['updateTable']('task')"],
    [feature, 'const change = kysely.updateTable'],
    [feature, 'const { insertInto } = kysely'],
    [feature, 'sql`copy task (id) from stdin`'],
    ['apps/server/src/runtime/execute/a.ts', "text: 'delete from root where id = $1'"],
    [
      'apps/server/src/engine-rest/task/a.ts',
      "import { touchTaskStatement } from '../../runtime/save/task-statements.ts'",
    ],
  ])('finds what %s may not: %s', (path, text) => {
    expect(check(path, text)).toEqual([expect.stringContaining(path)])
  })

  it.each([
    ['apps/server/src/runtime/save/a.ts', "text: 'update task set updated_at = $3'"],
    ['apps/server/src/runtime/execute/a.ts', "import { touchTaskStatement } from '../save/task-statements.ts'"],
    [feature, "text: 'update task_comment set message = $1'"],
    [feature, "text: 'select * from task for update'"],
    [feature, "kysely.updateTable('app_user').set({ email })"],
    [feature, 'const words = `copy task`'],
    [feature, '// update task set x\n/* delete from job */'],
  ])('lets %s do: %s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })

  it('wants an exception to be needed', () => {
    const exception = { path: feature, tables: ['job'], reason: 'leases' }
    expect(findLiveWrites([{ path: feature, text: "'update job set locked_by = $1'" }], [exception])).toEqual([])
    expect(findLiveWrites([{ path: feature, text: '' }], [exception])).toEqual([expect.stringContaining(feature)])
  })
})
