import { useQuery } from '@tanstack/react-query'
import type { FilterChoices } from '../../components/list/filters/describe-filter.ts'
import { ListToolbar } from '../../components/list/tools/list-toolbar.tsx'
import { SortMenu } from '../../components/list/tools/sort-menu.tsx'
import { ViewActions } from '../../components/list/views/view-actions.tsx'
import { taskFiltersQuery } from './task-queries.ts'
import type { Tasks } from './use-task-list.ts'

/** The search, filters and order of a task list, with the set filters as chips below. */
export function TaskFilters({ tasks }: { tasks: Tasks }) {
  const { data } = useQuery(taskFiltersQuery)
  const choices: FilterChoices = {
    process: data?.processes.map(({ key, name }) => ({ value: key, label: name })),
    group: data?.groups.map(({ id, name }) => ({ value: id, label: name })),
  }
  return (
    <ListToolbar
      used={tasks}
      choices={choices}
      views={<ViewActions used={tasks} />}
      tools={<SortMenu used={tasks} />}
      isNarrow
    />
  )
}
