import { type ListQuery, writeVariableFilter } from '@millrace/contract'
import { startedInstanceList as list } from '@millrace/contract/lists/started-instances'
import { createInvolvedSource, createStartedSource } from '../../apps/server/src/features/processes/list-instances.ts'
import type { Bench } from './bench.ts'
import { insertInstances } from './instance-rows.ts'
import { ask, begins, between, createReaders, createReport, fillFor, is, sorted } from './list-bench.ts'

export const instanceListsBench: Bench = {
  name: 'instance-lists',
  says: 'lists of instances of a user whom 200,000 of 1,000,000 involve, against 1,000 of 5,000; in brackets the goal',
  run: async (context) => {
    const readers = createReaders()
    await fillFor(context, readers, insertInstances)
    const report = createReport(context.runtime, readers)
    const lists = { started: createStartedSource(context.runtime), involved: createInvolvedSource(context.runtime) }
    for (const [name, query] of Object.entries(asked))
      for (const [list, source] of Object.entries(lists)) await report.list(`${list}, ${name}`, source, query)
    report.end()
  },
}

const city = (value: string) =>
  is('variable', writeVariableFilter({ name: 'city', type: 'text', operator: 'is', value }))

const asked: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  'oldest first': sorted(list, 'started'),
  'ended last': sorted(list, '-ended'),
  'by title': sorted(list, 'title'),
  'by process, then newest': sorted(list, 'process,-started'),
  'by process, key, then oldest': sorted(list, 'process,key,started'),
  'by key': sorted(list, 'key'),
  open: is('state', 'active', 'incident', 'suspended'),
  over: is('state', 'completed', 'cancelled'),
  active: is('state', 'active'),
  cancelled: is('state', 'cancelled'),
  incident: is('state', 'incident'),
  process: is('process', 'process-3'),
  key: is('key', 'key 4000'),
  'key begins': begins('key', 'key 40'),
  'started in an hour': between('started', '2030-01-01T00:30:00Z', '2030-01-01T01:30:00Z'),
  'variable that one in 50 has': city('City 7'),
  'variable that nobody has': city('City 99'),
  'text that many have': ask({ q: 'key' }),
  'text that some have': ask({ q: 'key 40' }),
  'text that one has': ask({ q: 'key 4005' }),
  'text in the middle of a word': ask({ q: '05' }),
  'text that nobody has': ask({ q: 'no such text' }),
}
