/** Every chapter of the guide by its file in `docs/guide`, with its part. Within a part they are read in this order. */
const parts = {
  'getting-started': 'work',
  'sign-in': 'work',
  'start-process': 'work',
  tasks: 'work',
  forms: 'work',
  instances: 'work',
  dashboard: 'work',
  notifications: 'work',
  profile: 'work',
  assistants: 'work',
  deployments: 'operate',
  'public-links': 'operate',
  'process-engine': 'operate',
  categories: 'operate',
  'sample-application': 'operate',
  applications: 'design',
  imports: 'design',
  modeller: 'design',
  decisions: 'design',
  'form-designs': 'design',
  'data-lists': 'design',
  'external-systems': 'design',
  'global-properties': 'design',
  'email-templates': 'design',
  users: 'administer',
  'admin-dashboard': 'administer',
  settings: 'administer',
  'import-export': 'administer',
  licences: 'administer',
  'system-templates': 'administer',
  themes: 'administer',
  audit: 'administer',
  operations: 'administer',
  budgets: 'administer',
  bpmn: 'reference',
  expressions: 'reference',
  dmn: 'reference',
  'engine-rest': 'reference',
  'engine-rest-operations': 'reference',
  'user-properties': 'administer',
  roles: 'administer',
  definitions: 'operate',
  'process-errors': 'operate',
  'moving-instances': 'operate',
  cockpit: 'operate',
  groups: 'administer',
  hierarchies: 'administer',
  'user-import': 'administer',
  scim: 'administer',
  'moving-in': 'administer',
  'past-one-machine': 'administer',
  directories: 'administer',
} as const

export type Chapter = keyof typeof parts

type Part = (typeof parts)[Chapter]

const order = ['work', 'operate', 'design', 'administer', 'reference'] as const satisfies readonly Part[]

/** The parts of the guide in the order of reading, with their chapters. */
export const guideParts = order.map((part) => ({
  part,
  chapters: (Object.keys(parts) as Chapter[]).filter((chapter) => parts[chapter] === part),
}))
