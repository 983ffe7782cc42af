/** Whose title is to take the focus as soon as it is shown; the list's own title has it else. */
let wanted: string | null = null

/** Says that the user has chosen a task, and goes on from its title. */
export function wantTitle(taskId: string): void {
  wanted = taskId
}

/** Whether the user has chosen this task. Once for each time. */
export function takesFocus(taskId: string): boolean {
  const isWanted = wanted === taskId
  if (isWanted) wanted = null
  return isWanted
}
