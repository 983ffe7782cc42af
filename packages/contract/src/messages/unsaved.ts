/** Texts of the question before unsaved input is lost. */
export const unsaved = {
  title: 'Leave without sending?',
  text: 'What you entered on this page is lost when you leave it.',
  leave: 'Discard input',
  stay: 'Keep editing',
} as const

/** Around a tool that has the whole window. */
export const tool = {
  back: 'Back',
  reload: 'Load the page again.',
} as const
