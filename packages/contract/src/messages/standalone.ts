/** Pages of one form, for whoever came by a link. */
export const standalone = {
  taskHelp: 'Fill in the form and complete the task.',
  successHelp: 'What you entered has arrived.',
  sent: 'Your form was sent',
  reference: 'It belongs to “{{reference}}”: ask about it by this name. You can close this window.',
  close: 'You can close this window.',
  follow: 'Follow the process',
  next: 'Go on with your next task',
} as const
