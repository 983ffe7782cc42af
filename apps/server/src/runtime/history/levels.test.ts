import { process } from '@millrace/bpmn/builder'
import { createTestDatabase, createWorkplace, type TestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { type Cell, CellAway } from '../../platform/db/cells/open-cell.ts'
import { routeByWorkplace } from '../../platform/db/cells/route-by-workplace.ts'
import { createTestRuntime, deployModel } from '../testing/test-runtime.ts'
import { createHistoryLevels } from './levels.ts'

const first = await createTestDatabase()
const north = await createTestDatabase()
const workplaceId = await createWorkplace(north.db, { reference: 'north' })
const model = process('brief').start().userTask('task').end().toXml()

const deploy = ({ db }: TestDatabase, id: string) =>
  deployModel(createTestRuntime(db), { workplaceId: id, userId: null, cause: 'test' }, model)
const setLevel = ({ admin }: TestDatabase, level: string) =>
  admin.query('update process_definition set history_level = $1', [level])

it('follows changes while another database is away, whose levels stay as they are', async () => {
  let isAway = false
  const cell: Cell = {
    name: 'north',
    isOpen: true,
    get db() {
      if (isAway) throw new CellAway('north')
      return north.db
    },
    whenOpen: () => {},
    close: async () => {},
  }
  const ids = { first: await deploy(first, first.workplaceId), north: await deploy(north, workplaceId) }
  const levels = createHistoryLevels({ db: routeByWorkplace({ first: first.db, cells: [cell] }) })
  const read = () => [levels.of(first.workplaceId, ids.first), levels.of(workplaceId, ids.north)]
  await setLevel(north, 'activity')
  await levels.changed()
  expect(read()).toEqual(['full', 'activity'])
  isAway = true
  await setLevel(first, 'none')
  await levels.changed()
  expect(read()).toEqual(['none', 'activity'])
  isAway = false
  await setLevel(north, 'full')
  await levels.changed()
  expect(read()).toEqual(['none', 'full'])
})
