/** Pages on which users work. */
export const work = {
  startProcess: {
    line: 'Choose a process to start. Nothing is sent until you submit its first form.',
    about:
      'Every process that you may start, by category, with search, favourites and the ones you started last. Open one to fill in its first form.',
  },
  startForm: {
    line: 'Nothing is sent until you start the process.',
    about: 'The first form of a process, and its diagram. Sending the form starts the process.',
  },
  startedByMe: {
    line: 'Processes that you have started, running and ended.',
    about: 'Every instance that you started, with its state, where it waits and when it began and ended.',
  },
  instance: {
    line: 'Where the process is, what was done, and with which data.',
    about:
      'The diagram with the steps that are done and those that are active, the history, the variables and the incidents of one instance.',
  },
  processesInvolved: {
    line: 'Every process that you started, have or had a task in, or may claim one of.',
    about:
      'Every instance that you started or worked on, whether it runs or has ended, with the way to its diagram and history.',
  },
  processDrafts: {
    line: 'Start forms that you have begun and not sent.',
    about: 'Start forms whose input is kept as a draft, to go on with, start or delete.',
  },
  assigned: {
    line: 'Tasks that only you can complete.',
    about: 'The tasks that are yours, by due date, with their forms. Open one to fill in its form and complete it.',
  },
  unclaimed: {
    line: 'Tasks of your groups that nobody has claimed yet.',
    about: 'The tasks that you may take. Claim one and it is yours until you complete or release it.',
  },
  viewTask: {
    line: 'Fill in the form and complete the task.',
    about:
      'The form of one task with its facts, its diagram and its history. What you enter is sent when you complete the task.',
  },
  tasksInvolved: {
    line: 'Open tasks that you or your groups have to do with.',
    about: 'Every open task that you have, have passed on or may claim, and those of your groups that a colleague has.',
  },
  completedTasks: {
    line: 'Tasks that you have completed, the last first.',
    about:
      'Every task that you completed, yourself or for somebody whom you stood in for, with the form as you sent it and the way to its process.',
  },
  taskDrafts: {
    line: 'Task forms that you have begun and not completed.',
    about: 'Forms of tasks whose input is kept as a draft, to go on with, complete or delete.',
  },
  notifications: {
    line: 'Tasks that came or are due, comments that mention you, processes that ended.',
    about:
      'Everything that the product told you, the newest first, each with the way to what it is about. What you read goes after thirty days, the rest after ninety.',
  },
  userDashboard: {
    line: 'Your tasks and processes in numbers.',
    about:
      'How many tasks wait for you, which are late or due today, and how the processes that you started are getting on.',
  },
  search: {
    line: 'Tasks, processes and files by the beginnings of words.',
    about:
      'Everything that the words which you typed begin words of, as far as you may see it: tasks, instances, processes that you may start, and files by their names.',
  },
  profile: {
    line: 'Your details, theme, language, password and sessions.',
    about:
      'Your own details and settings, the sessions that are signed in with your account, and tokens for programs that call in your name.',
  },
} as const
