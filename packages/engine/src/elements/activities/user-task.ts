import type { UserTask } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { runTaskListeners } from '../../steps/tasks/change-task.ts'
import { createTask } from '../../steps/tasks/create-task.ts'

export const userTask: Behavior<UserTask> = {
  onEnter: createTask,
  onCancel: (step, element, instance) => {
    for (const task of step.state.tasks.ownedBy(instance.id))
      runTaskListeners(step, element.taskListeners, 'delete', { element: instance, task })
  },
  canBeSignalled: true,
}
