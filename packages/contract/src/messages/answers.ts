/** Texts of the page on which users complete a task by the link of a mail. */
export const answers = {
  help: 'Nothing happens until you press a button on this page.',
  failed: 'Error while fetching the task',
  as: 'You answer as',
  due: 'Due',
  choose: 'Choose your answer',
  confirm: 'Send the answer “{{answer}}”?',
  complete: 'Complete task',
  signIn: 'Open the task instead',
  notDone: 'Your answer was not saved',
  done: 'Your answer was saved',
  doneText: '“{{name}}” is completed. You can close this window.',
  overTitle: 'This link cannot be used',
  unknown: 'This link does not exist. Check that you copied the whole link. Nothing was changed.',
} as const
