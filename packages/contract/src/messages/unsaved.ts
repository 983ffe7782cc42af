/** Texts of the question before unsaved input is lost. */
export const unsaved = {
  title: 'Leave without sending?',
  text: 'Your entries on this page are lost when you leave it.',
  leave: 'Discard entries',
  stay: 'Keep editing',
} as const

/** Texts of tools that fill the window. */
export const tool = {
  back: 'Back',
  reload: 'Reload the page.',
} as const
