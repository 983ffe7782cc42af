import { type ListQuery, writeVariableFilter } from '@millrace/contract'
import { unclaimedTaskList as list } from '@millrace/contract/lists/tasks'
import { getDashboard } from '../../apps/server/src/features/dashboard/get-dashboard.ts'
import { startDrafts, taskDrafts } from '../../apps/server/src/features/drafts/draft-lists.ts'
import { listListViews } from '../../apps/server/src/features/list-views/list-list-views.ts'
import { instanceFinder } from '../../apps/server/src/features/processes/search-instances.ts'
import { find } from '../../apps/server/src/features/search/find.ts'
import { fileFinder } from '../../apps/server/src/features/search/find-files.ts'
import { countByDueDate } from '../../apps/server/src/features/tasks/count-by-due-date.ts'
import { countTasks } from '../../apps/server/src/features/tasks/count-tasks.ts'
import { listFilters } from '../../apps/server/src/features/tasks/list-filters.ts'
import { assignedTasks, involvedTasks, unclaimedTasks } from '../../apps/server/src/features/tasks/list-queries.ts'
import { taskFinder } from '../../apps/server/src/features/tasks/search-tasks.ts'
import { listNews } from '../../apps/server/src/features/tasks/task-news.ts'
import type { Bench } from './bench.ts'
import {
  ask,
  begins,
  between,
  countGoal,
  createReaders,
  createReport,
  fillFor,
  is,
  pageGoal,
  sorted,
} from './list-bench.ts'
import { insertTasks } from './task-rows.ts'

export const taskListsBench: Bench = {
  name: 'task-lists',
  says: 'task lists of a user whose 20 groups may claim 200,000 of 1,000,000 tasks, against 1,000 of 5,000; in brackets the goal',
  run: async (context) => {
    const readers = createReaders()
    await fillFor(context, readers, insertTasks)
    const { db } = context.runtime
    const report = createReport(context.runtime, readers)
    const lists = { assigned: assignedTasks, unclaimed: unclaimedTasks, involved: involvedTasks }
    for (const [name, query] of Object.entries(asked))
      for (const [list, source] of Object.entries(lists)) {
        if (list === 'assigned' && query.filters.some(({ name }) => name === 'group')) continue
        await report.list(`${list}, ${name}`, source, query)
      }
    await report.list('drafts of tasks', taskDrafts, ask())
    await report.list('drafts of tasks, by process', taskDrafts, sorted(taskDrafts.list, 'process'))
    await report.list('drafts of tasks, open ones', taskDrafts, is('state', 'released', 'open'))
    await report.list('drafts of starts', startDrafts, ask())
    await report.measure('saved views', pageGoal, (user) => listListViews(db, user, 'tasks.unclaimed'))
    await report.measure('what filters can be set to', pageGoal, (user) => listFilters(db, user))
    const today = { now: '2030-03-01T00:00:00Z', todayEnds: '2030-03-02T00:00:00Z' }
    await report.measure('numbers of the menu', countGoal, (user) => countTasks(db, user, today))
    await report.measure('news', countGoal, (user) => listNews(db, user))
    const week = { ...today, weekEnds: '2030-03-08T00:00:00Z', timeZone: 'UTC', days: 30 }
    await report.measure('dashboard', countGoal, (user) =>
      getDashboard(db, user, { query: { ...week, scope: 'involved' }, countTasks: countByDueDate }),
    )
    const finders = { tasks: taskFinder, instances: instanceFinder, files: fileFinder }
    for (const q of ['task name 3', 'key', 'key 4005', 'nothing'])
      await report.measure(`search for ${q}`, pageGoal, (user) => find(db, user, { q, size: 6, finders }))
    report.end()
  },
}

const variable = (...[filter]: Parameters<typeof writeVariableFilter>) => is('variable', writeVariableFilter(filter))

const asked: Readonly<Record<string, ListQuery>> = {
  'first page': ask(),
  'due last first': sorted(list, '-due'),
  'by priority': sorted(list, '-priority'),
  'by priority, then due': sorted(list, '-priority,due'),
  'by name': sorted(list, 'name'),
  'by process, then name descending': sorted(list, 'process,-name'),
  'by process, priority, then due': sorted(list, 'process,-priority,due'),
  newest: sorted(list, '-created'),
  'by follow-up': sorted(list, 'followUp'),
  process: is('process', 'process-3'),
  'three processes': is('process', 'process-3', 'process-4', 'process-5'),
  'not a process': ask({ filters: [{ name: 'process', operator: 'not', values: ['process-3'] }] }),
  group: is('group', 'g3'),
  name: is('name', 'Task name 3'),
  'name begins': begins('name', 'task name 1'),
  'no such name': is('name', 'Nothing'),
  'high priority': is('priority', 'high'),
  due: between('due', '2030-03-01T00:00:00Z', '2030-03-02T00:00:00Z'),
  'follow-up': between('followUp', '2030-03-01T00:00:00Z', '2030-03-08T00:00:00Z'),
  'process, priority and follow-up': ask({
    filters: [
      { name: 'process', operator: 'is', values: ['process-3'] },
      { name: 'priority', operator: 'is', values: ['high'] },
      { name: 'followUp', operator: 'from', values: ['2030-03-01T00:00:00Z'] },
    ],
  }),
  'variable that few have': variable({ name: 'customer', type: 'text', operator: 'is', value: 'Customer 42' }),
  'variable that one in 400 has': variable({ name: 'shop', type: 'text', operator: 'is', value: 'Shop 7' }),
  'variable that one in 50 has': variable({ name: 'city', type: 'text', operator: 'is', value: 'City 7' }),
  'variable that most have': variable({ name: 'amount', type: 'number', operator: 'from', value: '100' }),
  'variable that nobody has': variable({ name: 'amount', type: 'number', operator: 'from', value: '99999999' }),
  'text that many have': ask({ q: 'task name 1' }),
  'text that one has': ask({ q: 'key 4005' }),
  'text in the middle of a word': ask({ q: '05' }),
  'text that nobody has': ask({ q: 'no such text' }),
}
