import { expectTypeOf, it } from 'vitest'
import type { RecordTable } from './record-kind.ts'

type LiveTable =
  | 'instance'
  | 'root'
  | 'element'
  | 'variable'
  | 'task'
  | 'task_listing'
  | 'task_link'
  | 'job'
  | 'subscription'
  | 'external_task'
  | 'incident'

it('names no table of live state as a table of records', () => {
  expectTypeOf<Extract<RecordTable, LiveTable>>().toEqualTypeOf<never>()
})
