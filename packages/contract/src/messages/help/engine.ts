/** Help texts of pages for operators. */
export const engine = {
  deployments: {
    line: 'Files that were deployed together, with the processes they define.',
    about:
      'All deployments with their files, processes and decisions. Deploy BPMN and DMN files, or delete a deployment.',
  },
  deployment: {
    line: 'The files of one deployment, with their processes and decisions.',
    about: 'The processes and decisions of one deployment, with their diagrams and files.',
  },
  definitions: {
    line: 'Every deployed process with its newest version.',
    about:
      'All processes with their newest version, the running instances and open incidents of all versions, and the last deployment.',
  },
  definition: {
    line: 'One version of a process: steps, versions and settings.',
    about:
      'The diagram of one version with the active, failed and completed instances of each element, its versions, called processes, job definitions, forms and starters. Suspend, activate or delete it, and set its time to live.',
  },
  bindings: {
    line: 'Replacements for the Java classes and beans of models.',
    about:
      'Models of other products refer to Java classes and beans. Bind each name to an expression, a script or the topic of an external worker. A binding applies to all models from their next step.',
  },
  formLinks: {
    line: 'Links by which people without an account start a process or complete a task.',
    about:
      'Each link opens the start form of one process, or the form of one task, until it expires, is used or is ended. Create links to start forms on the page of a deployment.',
  },
  engineTasks: {
    line: 'All open tasks of all processes.',
    about:
      'The open tasks of all users, with filters and custom views. Open them, reassign them, or change their due dates.',
  },
  engineTask: {
    line: 'One task with its data, history and candidates.',
    about: 'The assignee and candidates of one task, its variables and its history.',
  },
  taskView: {
    line: 'Open tasks with the filters, columns and order of a custom view.',
    about:
      'The open tasks of a custom view. Change its filters, columns and order, its name in the menu, and the users who can see it. Copy, delete or export it.',
  },
  copyTaskView: {
    line: 'Create a custom view of tasks as a copy of another view.',
    about:
      'Enter the name of the copy, its name in the menu, and the users who can see it. Filters, columns and order are copied.',
  },
  engineProcesses: {
    line: 'Every running and ended instance.',
    about:
      'The instances of all processes. Filter by fields, variables or pasted lists, show variables as columns, save views, and export the list. Suspend, activate, cancel or retry the selected instances.',
  },
  processView: {
    line: 'Instances with the filters, columns and order of a custom view.',
    about:
      'The instances of a custom view. Change its filters, columns and order, its name in the menu, and the users who can see it. Copy, delete or export it.',
  },
  copyProcessView: {
    line: 'Create a custom view of instances as a copy of another view.',
    about:
      'Enter the name of the copy, its name in the menu, and the users who can see it. Filters, columns and order are copied.',
  },
  jobs: {
    line: 'Timers and background work of the engine.',
    about:
      'All jobs of the engine, jobs without retries first, with their due date, retries and last error. Open a job to run or change it.',
  },
  job: {
    line: 'One job: when it is due, its retries and its failure.',
    about:
      'The last failure of a job with its stack trace. Run it now, suspend it, or set its due date, retries and priority. Open its instance and definition from here.',
  },
  processErrors: {
    line: 'Open incidents of all processes, grouped by cause.',
    about:
      'All causes with their element, number of open incidents, first and last incident, first deployment, owner and snooze.',
  },
  processError: {
    line: 'The open incidents of one cause, and its owner.',
    about:
      'The incidents of one cause with instance, message and stack trace. Retry one or all of them, set an owner and a note, or snooze the cause.',
  },
  cleanUp: {
    line: 'The history that is kept, and the history that the clean-up removed.',
    about:
      'Each process with its history level, its time to live and its ended instances, the next window of the clean-up, and what the last runs removed. Start a run, or change window and strategy in the settings.',
  },
  batches: {
    line: 'Actions on many tasks, instances, jobs or incidents, one item after another.',
    about:
      'Running and ended batches, with their numbers, reason and user. Start a batch in the list of process instances: select instances, and choose an action.',
  },
  batch: {
    line: 'The progress of a batch, and the result of each item.',
    about:
      'One batch with its progress, the failed items with their reasons, and the current state of each instance. Pause, resume or cancel the batch, retry failed items, or download the results as CSV.',
  },
} as const
