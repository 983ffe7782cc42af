/** The chapters of the guide by their files in `docs/guide`, in the order of reading. */
export const guideParts = [
  {
    part: 'work',
    chapters: [
      'getting-started',
      'sign-in',
      'start-process',
      'tasks',
      'forms',
      'instances',
      'dashboard',
      'notifications',
      'profile',
    ],
  },
  { part: 'operate', chapters: ['deployments', 'public-links', 'process-engine', 'categories', 'sample-application'] },
  {
    part: 'design',
    chapters: [
      'applications',
      'imports',
      'modeller',
      'decisions',
      'form-designs',
      'data-lists',
      'external-systems',
      'global-properties',
      'email-templates',
    ],
  },
  { part: 'administer', chapters: ['system-templates', 'themes', 'operations', 'budgets'] },
  { part: 'reference', chapters: ['bpmn', 'expressions', 'dmn', 'engine-rest'] },
] as const

export type Chapter = (typeof guideParts)[number]['chapters'][number]
