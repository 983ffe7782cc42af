import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'

/** An own list of processes or tasks, by the name that it has in the menu. */
const customView = z.object({ id: z.string(), aliasName: z.string() })

export type CustomView = z.output<typeof customView>

const customViews = z.object({ processTypeList: z.array(customView), taskTypeList: z.array(customView) })

export type CustomViews = z.output<typeof customViews>

export const customViewCalls = defineCalls('customViews', {
  /** By name. Only those of the own workplace who run processes see any; for others both lists are empty. */
  list: defineCall({
    method: 'GET',
    path: '/processEngine/customViewAPI/getCustomViewsList',
    summary: 'The custom views of processes and tasks in the menu.',
    tag: 'Custom views',
    audience: 'signed-in',
    answer: customViews,
  }),
})
