import type { Role } from '@millrace/contract'

/** Everyone's password. The README tells it, so samples are for trying out only. */
export const demoPassword = 'millrace-demo'

/** What the rows of samples say about who made them: by it they are found again. */
export const madeBy = 'samples'

export interface DemoUser {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly roles: readonly Role[]
  /** Keys of `demoGroups`. */
  readonly groups: readonly string[]
}

export const demoGroups = [
  { key: 'line-managers', name: 'Line managers', description: 'Decide on what their people ask for.' },
  { key: 'finance', name: 'Finance', description: 'Decides on what is expensive.' },
] as const

/** One for each role, and the three of the purchase request. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'rosa', firstName: 'Rosa', lastName: 'Keller', roles: ['RoleUser'], groups: [] },
  { username: 'martin', firstName: 'Martin', lastName: 'Oduya', roles: ['RoleUser'], groups: ['line-managers'] },
  { username: 'fiona', firstName: 'Fiona', lastName: 'Lindqvist', roles: ['RoleUser'], groups: ['finance'] },
  { username: 'petra', firstName: 'Petra', lastName: 'Novak', roles: ['RoleUser', 'RoleProcessAdmin'], groups: [] },
  { username: 'dario', firstName: 'Dario', lastName: 'Costa', roles: ['RoleUser', 'RoleDesign'], groups: [] },
  {
    username: 'ines',
    firstName: 'Ines',
    lastName: 'Duarte',
    roles: ['RoleUser', 'RoleIntegration', 'RoleFullAPI'],
    groups: [],
  },
  { username: 'ulla', firstName: 'Ulla', lastName: 'Berg', roles: ['RoleUser', 'RoleUserAdmin'], groups: [] },
  { username: 'adam', firstName: 'Adam', lastName: 'Reyes', roles: ['RoleUser', 'RoleAdmin'], groups: [] },
]
