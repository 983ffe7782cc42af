import type { TaskRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths, type TaskLocation, taskLocations } from '../../config/paths.ts'
import type { SearchState } from '../../lib/use-search-state.ts'
import { readTaskListState, taskListQuery } from './task-queries.ts'

/** Which list the address belongs to, and which of its tasks is open. */
export function useTaskAddress(): { readonly location: TaskLocation; readonly taskId: string | null } {
  const pathname = useLocation({ select: (location) => location.pathname })
  // /tasks/{list} or /tasks/viewtask/{list}/{id}
  const [first, second, third] = pathname.split('/').slice(2)
  const name = first === 'viewtask' ? second : first
  const location = taskLocations.find((candidate) => candidate === name) ?? 'assigned'
  return { location, taskId: first === 'viewtask' && third !== undefined ? decodeURIComponent(third) : null }
}

/** The list as its address says, with the tasks before and after the one that is open. */
export function useTaskList() {
  const { location, taskId } = useTaskAddress()
  const search = useLocation({ select: (address) => address.search as SearchState, structuralSharing: true })
  const state = useMemo(() => readTaskListState(search), [search])
  const list = useQuery(taskListQuery(location, state))
  const navigate = useNavigate()
  const items = list.data?.items ?? noTasks
  const index = items.findIndex(({ id }) => id === taskId)
  return {
    location,
    taskId,
    search,
    state,
    list,
    previous: index > 0 ? items[index - 1] : undefined,
    next: items[index + 1],
    open: (task: TaskRow | undefined) => {
      if (task) void navigate({ to: paths.task(location, task.id), search })
    },
  }
}

const noTasks: readonly TaskRow[] = []
