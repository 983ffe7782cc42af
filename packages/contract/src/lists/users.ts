import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { person } from '../values.ts'

export const userRow = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  isEnabled: z.boolean(),
  /** To whom tasks go that are for the manager of somebody. */
  manager: person.nullable(),
})

export type UserRow = z.output<typeof userRow>

/** The search looks into user name, names and email. */
export const userList = defineList({
  name: 'users.list',
  columns: {
    username: { type: 'text', label: 'users.username', isFixed: true },
    firstName: { type: 'text', label: 'users.firstName' },
    lastName: { type: 'text', label: 'users.lastName' },
    email: { type: 'text', label: 'users.email' },
    isEnabled: { type: 'flag', label: 'users.isEnabled' },
    manager: { type: 'person', label: 'users.manager', isHidden: true },
  },
  sorts: ['username'],
  order: ['username'],
  filters: {
    isEnabled: { type: 'flag', label: 'users.isEnabled' },
    username: { type: 'text', label: 'users.username', operators: ['is', 'begins'] },
  },
  search: 'users.search',
})
