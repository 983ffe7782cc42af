/** Help texts of pages without a menu. */
export const standalone = {
  standaloneProcess: {
    line: 'Fill in the form to start the process.',
    about: 'The start form of one process on a page of its own, for links in mails and on other sites.',
  },
  standaloneTask: {
    line: 'Fill in the form and complete the task.',
    about: 'The form of one task on a page of its own, for links in mails and on other sites.',
  },
  standaloneAnswer: {
    line: 'Nothing is done until you press a button here.',
    about: 'The page to which links in mails lead by which a task is answered, without signing in. It asks once more.',
  },
  standaloneSuccess: {
    line: 'What you entered has arrived.',
    about: 'The page that says so after a form on a page of its own was sent.',
  },
} as const
