/** Addresses of pages, so that none is typed twice. Values are encoded here. */
export const paths = {
  home: '/category/view/Home',
  login: '/login',
  logout: '/logout',
  unauthorized: '/unauthorizedError',
  notFound: '/notFound',
  applicationError: '/applicationError',
  sessionEnded: '/sessionLogout',
  profile: '/user/profile',
  dashboard: '/user/dashboard',
  category: (name: string) => `/category/view/${encode(name)}`,
  startForm: (definitionId: string) => `/processes/viewprocess/${encode(definitionId)}`,
  startedByMe: '/processes/startedbyme',
  tasks: (location: TaskLocation) => `/tasks/${location}`,
  task: (location: TaskLocation, id: string) => `/tasks/viewtask/${location}/${encode(id)}`,
  instance: (id: string, menu: InstanceMenu = 'variables') => `/processes/processinstance/${encode(id)}/${menu}`,
  engineInstance: (id: string, menu: InstanceMenu = 'variables') =>
    `/processengine/processes/processinstance/${encode(id)}/${menu}`,
  engineInstances: '/processengine/processes',
  deployments: '/processengine/deployment',
  deployment: (id: string) => `/processengine/deployment/${encode(id)}`,
} as const

/** The lists that a task can be opened from. */
export const taskLocations = ['assigned', 'unclaimed'] as const

export type TaskLocation = (typeof taskLocations)[number]

/** The data tabs of an instance. */
export const instanceMenus = ['variables', 'incidents'] as const

export type InstanceMenu = (typeof instanceMenus)[number]

/** An address within the product that may be gone to after signing in; anything else leads home. */
export function toSafeReturnUrl(url: string | null): string {
  if (url === null || !/^\/(?![/\\])/.test(url)) return paths.home
  return /^\/(login|logout|sessionLogout|applicationError|unauthorizedError)/.test(url) ? paths.home : url
}

function encode(value: string): string {
  return encodeURIComponent(value)
}
