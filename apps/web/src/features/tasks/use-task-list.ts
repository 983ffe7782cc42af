import { api, type TaskRow } from '@millrace/contract'
import { assignedTaskList, involvedTaskList, unclaimedTaskList } from '@millrace/contract/lists/tasks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useList } from '../../components/list/use-list.ts'
import { paths, type TaskLocation, taskLocations } from '../../config/paths.ts'

/** Returns the list and the open task in the address. */
export function useTaskAddress(): { readonly location: TaskLocation; readonly taskId: string | null } {
  const pathname = useLocation({ select: (location) => location.pathname })
  // /tasks/{list} or /tasks/viewtask/{list}/{id}
  const [first, second, third] = pathname.split('/').slice(2)
  const name = first === 'viewtask' ? second : first
  const location = taskLocations.find((candidate) => candidate === name) ?? 'assigned'
  return { location, taskId: first === 'viewtask' && third !== undefined ? decodeURIComponent(third) : null }
}

const lists = {
  assigned: { list: assignedTaskList, call: api.tasks.assigned },
  unclaimed: { list: unclaimedTaskList, call: api.tasks.unclaimed },
  involvingme: { list: involvedTaskList, call: api.tasks.involved },
} as const

/** Returns the list in the address, with the tasks before and after the open one. */
export function useTaskList() {
  const { location, taskId } = useTaskAddress()
  const used = useList(lists[location].list, lists[location].call as typeof api.tasks.assigned)
  const navigate = useNavigate()
  // Which tab of the task is open is no part of the list.
  const { tab: _, ...listSearch } = used.search
  const items: readonly TaskRow[] = used.page.data?.items ?? noTasks
  const index = items.findIndex(({ id }) => id === taskId)
  return {
    ...used,
    location,
    taskId,
    items,
    previous: index > 0 ? items[index - 1] : undefined,
    next: items[index + 1],
    open: (task: TaskRow | undefined) => {
      if (task) void navigate({ to: paths.task(location, task.id), search: used.search })
    },
    /** Back to the list alone. */
    close: () => void navigate({ to: paths.tasks(location), search: listSearch }),
    listSearch,
  }
}

export type Tasks = ReturnType<typeof useTaskList>

const noTasks: readonly TaskRow[] = []
