import { findRoles } from './find-roles.ts'
import type { Preparation } from './prepare.ts'

/**
 * Finds a role, a flow or a business calendar of a simulated change that does not exist. Ignoring it would present the
 * result of another change. Returns a sentence for users, or null.
 */
export function findUnknown({
  model,
  measures,
  calendars,
  input: { roles, flows },
}: Pick<Preparation, 'model' | 'measures' | 'calendars' | 'input'>): string | null {
  const known = new Set(findRoles(model, measures).map(({ id }) => id))
  const role = roles.find(({ id }) => !known.has(id))
  if (role !== undefined)
    return `Expected roles that the measured history has, but “${role.id}” is none of them. Start a new simulation.`
  const flow = flows.find(({ id }) => !Object.hasOwn(model.flows, id))
  if (flow !== undefined)
    return `Expected flows of the process, but “${flow.id}” is none of them. Start a new simulation.`
  const calendar = roles
    .flatMap(({ before, after }) => [before.hours, after.hours])
    .find((hours) => hours.startsWith(prefix) && !calendars.has(hours.slice(prefix.length)))
  return calendar === undefined
    ? null
    : `Expected an existing business calendar, but “${calendar.slice(prefix.length)}” does not exist. Start a new simulation with other working hours.`
}

const prefix = 'calendar:'
