/** The form of a task, by which the bar below it submits it. */
export const taskFormId = 'task-form'
