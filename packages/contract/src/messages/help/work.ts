/** Help texts of the pages on which users work. */
export const work = {
  startProcess: {
    line: 'Choose a process to start. Nothing is sent until you submit its first form.',
    about:
      'All processes that you can start, by category, with search, favourites and recent processes. Open a process to fill in its start form.',
  },
  startForm: {
    line: 'Nothing is sent until you start the process.',
    about: 'The start form of a process, and its diagram. Sending the form starts the process.',
  },
  startedByMe: {
    line: 'Running and ended processes that you have started.',
    about: 'All instances that you started, with their state, current step, start and end.',
  },
  instance: {
    line: 'The current state of the process, its history and its data.',
    about: 'The diagram with completed and active steps, and the history, variables and incidents of one instance.',
  },
  processesInvolved: {
    line: 'Processes that you started, work on, or can claim a task of.',
    about: 'All running and ended instances that you started or worked on. Open their diagram and history from here.',
  },
  processDrafts: {
    line: 'Start forms with saved entries that you have not sent.',
    about: 'Start forms with saved entries. Continue, send or delete them.',
  },
  assigned: {
    line: 'Tasks that are assigned to you.',
    about: 'Your tasks with their forms, by due date. Open a task to fill in its form and complete it.',
  },
  unclaimed: {
    line: 'Tasks of your groups that nobody has claimed yet.',
    about: 'The tasks that you can claim. A claimed task is yours until you complete or release it.',
  },
  viewTask: {
    line: 'Fill in the form and complete the task.',
    about:
      'The form of one task with its details, diagram and history. Your entries are sent when you complete the task.',
  },
  tasksInvolved: {
    line: 'Open tasks that involve you or your groups.',
    about:
      'All open tasks that are assigned to you, that you delegated, or that you can claim, and tasks of your groups that are assigned to other members.',
  },
  completedTasks: {
    line: 'Tasks that you have completed, newest first.',
    about: 'All tasks that you completed, for yourself or as substitute, with the form that you sent.',
  },
  taskDrafts: {
    line: 'Task forms with saved entries that you have not sent.',
    about: 'Task forms with saved entries. Continue, send or delete them.',
  },
  notifications: {
    line: 'New and due tasks, mentions, and ended processes.',
    about:
      'All notifications, newest first. Each one opens its task or process. By default, read notifications are deleted after 30 days, others after 90 days.',
  },
  userDashboard: {
    line: 'Your tasks and processes in numbers.',
    about: 'The number of your tasks, overdue tasks and tasks due today, and the progress of your processes.',
  },
  search: {
    line: 'Search tasks, processes and files.',
    about:
      'Search tasks, instances, processes and files that you have access to. Search terms match the beginnings of words.',
  },
  profile: {
    line: 'Your details, theme, language, password and sessions.',
    about: 'Your details and settings, your sessions, and API tokens for clients that work in your name.',
  },
} as const
