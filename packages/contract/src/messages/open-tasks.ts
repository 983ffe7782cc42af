/** Texts of the list of all open tasks, for operators. */
export const openTasks = {
  help: 'All open tasks, and the reason if no user can work on a task.',
  all: 'All open',
  stuckView: 'Blocked',
  unassignedView: 'Unclaimed',
  stuck: 'Blocked',
  unassigned: 'Unassigned',
  assignee: 'Assignee',
  assigneeName: 'Assignee (user name)',
  candidates: 'Candidates',
  obstacle: 'Reason',
  failed: 'Error while fetching tasks',
  noneTitle: 'No open tasks',
  noneText: 'Open tasks of running processes appear here.',
  taskHelp: 'The assignee and candidates of the task, and its form.',
  stuckTitle: 'No user can work on this task',
  nobodyNamed: 'The process names no assignee and no candidates. Assign the task, or add a candidate.',
  candidatesGone: 'None of the candidates can work on the task. Assign it to another user, or add a candidate.',
  assigneeGone: 'The assignee {{name}} cannot work on the task. Assign it to another user.',
  reachFailed: 'Error while fetching the candidates',
  assign: 'Assign',
  assignTitle: 'Assign “{{name}}”',
  assignPerson: 'User',
  assigned: 'Task assigned to {{name}}',
  assignFailed: 'The task could not be assigned',
  addCandidate: 'Add candidate',
  addTitle: 'Add a candidate of “{{name}}”',
  addPerson: 'User or group',
  added: '{{name}} added as candidate',
  addFailed: 'The candidate could not be added',
  removeCandidate: 'Remove the candidate {{name}}',
  removeFailed: 'The candidate could not be removed',
  searchPeople: 'Search users and groups',
  chooseOne: 'Choose a name from the list.',
  nothingFound: 'No names match your search',
  searchFailed: 'Error while searching names',
  users: 'Users',
  groups: 'Groups',
  noCandidates: 'None',
} as const

/** The reasons why nobody can work on a task, in a table cell. */
export const obstacle = {
  'nobody-named': 'No assignee, no candidates',
  'candidates-gone': 'No candidate can work on it',
  'assignee-gone': 'Assignee cannot work on it',
} as const

/** The reasons why a named user cannot work on a task. */
export const candidateState = {
  user: {
    unknown: 'does not exist',
    disabled: 'is disabled',
    roleless: 'has no role that opens tasks',
  },
  group: {
    unknown: 'does not exist',
    empty: 'has no members',
    roleless: 'has no member with a role that opens tasks',
  },
} as const
