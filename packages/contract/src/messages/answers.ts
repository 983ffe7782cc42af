/** The page on which a task is answered by the link of a mail. */
export const answers = {
  help: 'Nothing is done until you press a button here.',
  failed: 'Error while fetching the task',
  as: 'You answer as',
  due: 'Due',
  choose: 'How do you answer?',
  confirm: 'Do you answer with “{{answer}}”?',
  complete: 'Complete task',
  signIn: 'Open the task instead',
  notDone: 'The task was not answered',
  done: 'Your answer has arrived',
  doneText: '“{{name}}” is done. You can close this window.',
  overTitle: 'This link answers nothing',
  unknown: 'There is no link like this. Look whether all of it was copied. Nothing was changed.',
} as const
