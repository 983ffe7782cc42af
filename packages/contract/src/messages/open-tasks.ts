/** Texts of the list of all open tasks, for operators. */
export const openTasks = {
  help: 'Every task that is open, and why nobody can work on it.',
  all: 'All open',
  stuckView: 'Blocked',
  unassignedView: 'Unclaimed',
  stuck: 'Nobody can work on it',
  unassigned: 'Nobody has it',
  assignee: 'Assignee',
  assigneeName: 'Assignee (user name)',
  candidates: 'May claim it',
  obstacle: 'Why nobody can',
  failed: 'Error while fetching tasks',
  noneTitle: 'No task is open',
  noneText: 'Tasks of running processes stand here.',
  taskHelp: 'Who can work on the task, its form, and whom to give it to.',
  stuckTitle: 'Nobody can work on this task',
  nobodyNamed: 'Its process names nobody who may claim it. Give it to somebody, or say who may claim it.',
  candidatesGone: 'None of those who may claim it can. Give it to somebody, or say who else may claim it.',
  assigneeGone: 'It is given to {{name}}, who cannot work on it. Give it to somebody else.',
  reachFailed: 'Error while fetching who can work on the task',
  assign: 'Assign',
  assignTitle: 'Who is to do “{{name}}”?',
  assignPerson: 'User',
  assigned: 'Task assigned to {{name}}',
  assignFailed: 'The task could not be assigned',
  addCandidate: 'Add candidate',
  addTitle: 'Who else may claim “{{name}}”?',
  addPerson: 'User or group',
  added: '{{name}} may claim the task now',
  addFailed: 'The candidate could not be added',
  removeCandidate: 'Take the right to claim it away from {{name}}',
  removeFailed: 'The candidate could not be removed',
  searchPeople: 'Type a name',
  chooseOne: 'Choose somebody from the list.',
  nothingFound: 'Nobody and no group has this name',
  searchFailed: 'Error while looking for users and groups',
  users: 'Users',
  groups: 'Groups',
  noCandidates: 'Nobody',
} as const

/** The reasons why nobody can work on a task, in a table cell. */
export const obstacle = {
  'nobody-named': 'Nobody is named',
  'candidates-gone': 'Whoever is named cannot',
  'assignee-gone': 'Its assignee cannot',
} as const

/** The reasons why a named user cannot work on a task. */
export const candidateState = {
  user: {
    unknown: 'there is no such user',
    disabled: 'may not sign in',
    roleless: 'has no role that opens tasks',
  },
  group: {
    unknown: 'there is no such group',
    empty: 'nobody is in it',
    roleless: 'nobody in it has a role that opens tasks',
  },
} as const
