/** The id of the form of a task, by which the bar below the form submits it. */
export const taskFormId = 'task-form'
