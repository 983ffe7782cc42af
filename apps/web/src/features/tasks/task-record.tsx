import type { TaskDetail } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../config/paths.ts'
import { TaskBody } from './task-body.tsx'
import { TaskHeader } from './task-header.tsx'
import { wantTitle } from './title-focus.ts'
import type { Tasks } from './use-task-list.ts'

/** A task of a list, after whose completion the next one opens. */
export function TaskRecord({ task, tasks }: { task: TaskDetail; tasks: Tasks }) {
  const navigate = useNavigate()
  const goOn = (nextTaskId: string | null, opensNext: boolean) => {
    const following = tasks.next ?? tasks.previous
    if (nextTaskId !== null) {
      wantTitle(nextTaskId)
      return navigate({ to: paths.task('assigned', nextTaskId) })
    }
    if (!opensNext || following === undefined) return tasks.close()
    wantTitle(following.id)
    return navigate({ to: paths.task(tasks.location, following.id), search: tasks.listSearch })
  }
  return (
    <>
      <TaskHeader task={task} tasks={tasks} />
      <TaskBody task={task} isOfList onDone={(nextTaskId, opensNext) => void goOn(nextTaskId, opensNext)} />
    </>
  )
}
