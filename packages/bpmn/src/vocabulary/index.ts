import type { Property } from './property.ts'
import * as activities from './themes/activities.ts'
import * as assignment from './themes/assignment.ts'
import * as asynchronous from './themes/asynchronous.ts'
import * as calls from './themes/calls.ts'
import * as data from './themes/data.ts'
import * as eventDefinitions from './themes/event-definitions.ts'
import * as events from './themes/events.ts'
import * as flows from './themes/flows.ts'
import * as forms from './themes/forms.ts'
import * as general from './themes/general.ts'
import * as listeners from './themes/listeners.ts'
import * as loops from './themes/loops.ts'
import * as mapping from './themes/mapping.ts'
import * as processes from './themes/processes.ts'
import * as scripts from './themes/scripts.ts'
import * as services from './themes/services.ts'
import * as timers from './themes/timers.ts'
import * as userTasks from './themes/user-tasks.ts'

/** The whole vocabulary by theme: the elements and properties of processes in all dialects. */
export const themes = {
  general,
  processes,
  flows,
  activities,
  asynchronous,
  assignment,
  userTasks,
  forms,
  services,
  calls,
  scripts,
  mapping,
  listeners,
  loops,
  events,
  eventDefinitions,
  timers,
  data,
} satisfies Record<string, Readonly<Record<string, Readonly<Record<string, Property>>>>>

export type Theme = keyof typeof themes

/** All properties, in the order of the themes. */
export const vocabulary: readonly Property[] = Object.values(themes).flatMap((tables) =>
  Object.values(tables).flatMap((table: Readonly<Record<string, Property>>) => Object.values(table)),
)
