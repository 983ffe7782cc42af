/** Texts for problems of decisions, and how to fix them. */
export const problems = {
  problemCount_one: '{{count}} problem',
  problemCount_other: '{{count}} problems',
  ruleNumber: 'Rule {{number}}',
  show: 'Show',
  showProblem: 'Show {{name}}',
  repairs: {
    'add-rule': 'Add rule',
    narrow: 'Narrow rule {{rule}}',
    'remove-rule': 'Remove rule {{rule}}',
  },
  problems: 'Problems',
  noProblems: 'No problems. The decision can be deployed.',
  wholeFile: 'Whole file',
  error: 'Error',
  warning: 'Warning',
  rule: 'rule {{number}}',
} as const
