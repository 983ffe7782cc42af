/** Whose title is to take the focus as soon as it is shown; the list's own title has it else. */
let wanted: string | null = null

/** Stores that the user has opened a task, so that its title gets the focus. */
export function wantTitle(taskId: string): void {
  wanted = taskId
}

/** Returns whether the title of this task should get the focus, and clears the request. */
export function takesFocus(taskId: string): boolean {
  const isWanted = wanted === taskId
  if (isWanted) wanted = null
  return isWanted
}
