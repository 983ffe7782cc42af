/** Help texts of pages without a menu. */
export const standalone = {
  standaloneProcess: {
    line: 'Fill in the form to start the process.',
    about: 'The start form of one process on a separate page, for links in mails and on websites.',
  },
  standaloneTask: {
    line: 'Fill in the form and complete the task.',
    about: 'The form of one task on a separate page, for links in mails and on websites.',
  },
  standaloneAnswer: {
    line: 'Nothing happens until you press a button on this page.',
    about: 'Links in mails open this page to answer a task without sign-in. It asks for a confirmation.',
  },
  standaloneSuccess: {
    line: 'Your form was received.',
    about: 'This page confirms that a form was sent.',
  },
} as const
