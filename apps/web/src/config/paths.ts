/** The functions for the addresses of pages, which encode their values. */
export const paths = {
  home: '/category/view/Home',
  preHome: '/category/view/PreHome',
  login: '/login',
  logout: '/logout',
  unauthorized: '/unauthorizedError',
  notFound: '/notFound',
  applicationError: '/applicationError',
  sessionEnded: '/sessionLogout',
  /** Where users who forgot their password ask for a link, and where the link leads, with its token behind the number sign. */
  forgotPassword: '/forgotPassword',
  choosePassword: '/password',
  profile: '/user/profile',
  dashboard: '/user/dashboard',
  notifications: '/user/notifications',
  search: '/search',
  category: (name: string) => `/category/view/${encode(name)}`,
  startForm: (definitionId: string) => `/processes/viewprocess/${encode(definitionId)}`,
  startedByMe: '/processes/startedbyme',
  involvingMe: '/processes/involvingme',
  processDrafts: '/processes/drafts',
  tasks: (location: TaskLocation) => `/tasks/${location}`,
  completedTasks: '/tasks/completed',
  task: (location: TaskLocation, id: string) => `/tasks/viewtask/${location}/${encode(id)}`,
  instance: (id: string, menu: UserInstanceMenu = 'timeline') => `/processes/processinstance/${encode(id)}/${menu}`,
  engineInstance: (id: string, menu: InstanceMenu = 'variables') =>
    `/processengine/processes/processinstance/${encode(id)}/${menu}`,
  engineInstances: '/processengine/processes',
  engineTasks: '/processengine/tasks',
  engineTask: (id: string) => `/processengine/tasks/${encode(id)}`,
  jobs: '/processengine/jobs',
  job: (id: string) => `/processengine/jobs/${encode(id)}`,
  definition: (id: string) => `/processengine/processdefinitions/${encode(id)}`,
  cleanUp: '/processengine/clean-up',
  batches: '/processengine/batches',
  batch: (id: string) => `/processengine/batches/${encode(id)}`,
  processErrors: '/processengine/processFailure',
  processError: (id: string) => `/processengine/processFailure/${encode(id)}`,
  definitions: '/processengine/processdefinitions',
  bindings: '/processengine/bindings',
  formLinks: '/processengine/links',
  deployments: '/processengine/deployment',
  deployment: (id: string) => `/processengine/deployment/${encode(id)}`,
  processView: (id: string) => `/processengine/processes/customview/${encode(id)}`,
  taskView: (id: string) => `/processengine/tasks/customview/${encode(id)}`,
  audit: '/admin/audit',
  auditRevision: (number: number | string) => `/admin/audit/revision/${encode(String(number))}`,
  auditEntity: (entity: string) => `/admin/audit/entityHistory/${encode(entity)}`,
  importExport: '/admin/importexport',
  moveIn: '/admin/importexport/moveIn',
  packageSources: '/admin/package-sources',
  packageSource: (id: string) => `/admin/package-sources/${encode(id)}`,
  userImport: '/usersgroups/userImport',
  users: '/usersgroups/users',
  user: (id: string) => `/usersgroups/users/${encode(id)}`,
  secureSuccess: (of: string) => `/standalone/secure/${encode(of)}/success`,
  openSuccess: (of: string) => `/standalone/external/${encode(of)}/success`,
  secureTask: (id: string) => `/standalone/secure/tasks/viewtask/${encode(id)}`,
  helpContents: '/help',
  help: (page: string) => `/help/${encode(page)}`,
  guide: (name: string) => `/help/guide/${encode(name)}`,
} as const

/** The lists that a task can be opened from. */
export const taskLocations = ['assigned', 'unclaimed', 'involvingme'] as const

export type TaskLocation = (typeof taskLocations)[number]

/** The data tabs of an instance, for users and operators. */
const dataMenus = ['variables', 'incidents'] as const

/** The data tabs of an instance on the page for operators. */
export const instanceMenus = [
  ...dataMenus,
  'tasks',
  'decisions',
  'jobs',
  'externaltasks',
  'related',
  'subscriptions',
  'comments',
  'files',
] as const

export type InstanceMenu = (typeof instanceMenus)[number]

/** The tabs of an instance on all its pages. */
export type DataMenu = (typeof dataMenus)[number]

/** The tabs of an instance on the page for users. */
export const userInstanceMenus = ['timeline', 'forms', 'comments', 'files', 'people', 'related', ...dataMenus] as const

export type UserInstanceMenu = (typeof userInstanceMenus)[number]

/** Returns the address if it is within the product, for navigation after sign-in; otherwise the address of Home. */
export function toSafeReturnUrl(url: string | null): string {
  // Browsers leave out tabs and line breaks, and what comes after them counts.
  if (url === null || !/^\/(?![/\\])/.test(url) || /\p{Cc}/u.test(url)) return paths.home
  return /^\/(login|logout|sessionLogout|forgotPassword|password|applicationError|unauthorizedError|category\/view\/PreHome)/.test(
    url,
  )
    ? paths.home
    : url
}

function encode(value: string): string {
  return encodeURIComponent(value)
}
