import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'

/** The lists whose views can be in the menu, by menu entry. */
export const customViewLists = { processes: 'processes.all', tasks: 'tasks.open' } as const

/** The number of custom views of a list in a workplace. */
export const maxCustomViews = 100

/** A view of a list of instances or tasks that is in the menu, by the name that it has there. */
const customView = z.object({ id: z.string(), aliasName: z.string() })

export type CustomView = z.output<typeof customView>

const customViews = z.object({ processTypeList: z.array(customView), taskTypeList: z.array(customView) })

export type CustomViews = z.output<typeof customViews>

export const customViewCalls = defineCalls('customViews', {
  /**
   * Lists the custom views of the user and shared ones, by name. Both lists are empty for users without a role for the
   * pages.
   */
  list: defineCall({
    method: 'GET',
    path: '/processEngine/customViewAPI/getCustomViewsList',
    summary: 'The custom views of processes and tasks in the menu.',
    tag: 'Custom views',
    follows: ['menus'],
    audience: 'signed-in',
    answer: customViews,
  }),
})
